import { lazy, Suspense } from 'react'
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import { linkedFields, urlFields } from '#src/machines/builder/systems/operation.ts'
import { previewableOf } from '#src/machines/builder/systems/request-preview.machine.ts'
import { liveOpenApiMachine } from '#src/services/builder/open-api.actors.ts'
import { liveProbeMachine } from '#src/services/builder/probe.actors.ts'
import { liveRequestPreviewMachine } from '#src/services/builder/request-preview.actors.ts'
import { sandboxUrl } from '#src/services/builder/sandbox.service.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { useHasTag } from '../../kit/use-snapshot.ts'
import { BuilderColumns } from '../draft/BuilderColumns.tsx'
import type { StepProps } from '../draft/builder-step.ts'
import { ConnectionSection } from '../gateway/ConnectionSection.tsx'
import { GatewaySection } from '../gateway/GatewaySection.tsx'
import { routesMessages } from '../routes/routes.messages.ts'
import { useRoutes } from '../routes/use-routes.ts'
import { Block } from './form-parts.tsx'
import { operationParts } from './operation/OperationFields.tsx'
import { offeredInStatement } from './operation/offered.ts'
import { ProbePanel } from './ProbePanel.tsx'
import { RequestPreview } from './preview/RequestPreview.tsx'
import { ShapeCard } from './ShapeCard.tsx'
import { SideForm } from './SideForm.tsx'
import { SideImports } from './SideImports.tsx'
import { useTypedSecret } from './secrets/use-typed-secret.ts'

const RoutedStep = lazy(async () => ({ default: (await import('../routes/RoutedStep.tsx')).RoutedStep }))

/** Where the records go, and what they must look like there. Nothing is written from here. */
export function DestinationStep(props: StepProps) {
  if (props.draft.config.routes === undefined) return <OneDestination {...props} isAlone />
  return <SeveralDestinations {...props} />
}

function SeveralDestinations(props: StepProps) {
  const routes = useRoutes(props.actor, props.draft)
  return (
    <Suspense fallback={<Spinner label={routesMessages.trying} />}>
      <RoutedStep {...props} routesActor={routes} one={OneDestination} fields={null} />
    </Suspense>
  )
}

/** `isAlone`: the configuration has no other destination. */
function OneDestination({ actor, draft, isAlone = false }: StepProps & { readonly isAlone?: boolean }) {
  const access = useAccess()
  const probe = useMachine(() => liveProbeMachine(access), [access], { connectorId: draft.connectorId })
  const document = useMachine(() => liveOpenApiMachine(access), [access])
  const preview = useMachine(() => liveRequestPreviewMachine(access, actor), [access, actor], { draft: previewableOf(draft) })
  const isWritable = useHasTag(actor, 'writable')
  const { destination } = draft.config
  const [tested, setTested] = useTypedSecret(destination)

  // A source field that the URL needs is mapped with it.
  const change = (config: DestinationConfig) =>
    actor.send({ type: 'user.changed', change: { config: linkedFields(draft, config) } })
  const keep = (shape: Omit<RecordShape, 'takenAt'>) => {
    // That an example has a field does not say that the destination asks for it.
    const fields = shape.origin === 'pasted' ? shape.fields.map((field) => ({ ...field, isRequired: false })) : shape.fields
    const kept = { ...shape, fields, takenAt: new Date().toISOString() }
    actor.send({ type: 'user.changed', change: { shapes: { destination: kept } } })
  }

  return (
    <BuilderColumns
      sample={
        <>
          <ProbePanel actor={probe} probed={{ side: 'destination', config: tested }} />
          <RequestPreview actor={preview} />
          <ShapeCard side="destination" shape={draft.shapes.destination} isWritable={isWritable} onChange={keep} />
        </>
      }
    >
      <SideImports
        side="destination"
        config={destination}
        isWritable={isWritable}
        document={document}
        onChange={change}
        onShape={keep}
      />
      <Block disabled={!isWritable}>
        <ConnectionSection
          config={destination}
          onChange={change}
          {...(isAlone ? { side: { connectorId: draft.connectorId, path: '/destination' } } : {})}
        />
      </Block>
      <SideForm
        side="destination"
        config={destination}
        isWritable={isWritable}
        isMapped={draft.config.dataMapping.length > 0}
        sandboxUrl={sandboxUrl('destination')}
        request={operationParts(draft, change)}
        offered={offeredInStatement(urlFields(draft))}
        onChange={change}
        onTyped={setTested}
      />
      <GatewaySection config={destination} isWritable={isWritable} onChange={change} />
    </BuilderColumns>
  )
}
