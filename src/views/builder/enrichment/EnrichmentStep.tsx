import { useSelector } from '@xstate/react'
import type { EnrichmentConfig } from '#contract/connectors/config/config.ts'
import { pathsFor, recordsFor } from '#src/machines/builder/enrichment/enrichment-records.ts'
import { parameterInPath } from '#src/machines/builder/enrichment/enrichment-rules.ts'
import { selectSample } from '#src/machines/builder/systems/probe.machine.ts'
import {
  changeEnrichment,
  liveEnrichmentMachine,
  liveEnrichmentProbeMachine,
  liveEnrichmentsMachine,
  restoreEnrichment,
} from '#src/services/builder/enrichment.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Row, Stack } from '../../kit/layout/blocks.ts'
import { useContextOf, useHasTag, useMatches } from '../../kit/use-snapshot.ts'
import type { StepProps } from '../draft/builder-step.ts'
import { ConnectionSection } from '../gateway/ConnectionSection.tsx'
import { GatewaySection } from '../gateway/GatewaySection.tsx'
import { Block } from '../systems/form-parts.tsx'
import { offeredInUrl } from '../systems/operation/offered.ts'
import { ProbePanel } from '../systems/ProbePanel.tsx'
import { SideForm } from '../systems/SideForm.tsx'
import { useTypedSecret } from '../systems/secrets/use-typed-secret.ts'
import { EnrichedPreview } from './EnrichedPreview.tsx'
import { EnrichmentForm } from './EnrichmentForm.tsx'
import { EnrichmentList } from './EnrichmentList.tsx'
import { enrichmentMessages as messages } from './enrichment.messages.ts'
import { RecordChoice } from './RecordChoice.tsx'

/** The enrichments of a connector, or the one that the address names. */
export function EnrichmentStep(props: StepProps) {
  const { draft, place } = props
  if (place.enrichmentId === null) return <Enrichments {...props} />
  const item = draft.config.enrichment.find(({ id }) => id === place.enrichmentId)
  return (
    <Stack>
      <Row>
        <Button onPress={() => props.go('enrichment')}>{messages.one.back}</Button>
      </Row>
      {item === undefined ? <p>{messages.one.gone}</p> : <Enrichment key={item.id} {...props} item={item} />}
    </Stack>
  )
}

function Enrichments({ actor: builder, draft, go }: StepProps) {
  const actor = useMachine(() => liveEnrichmentsMachine(builder, (id) => go('enrichment', id)), [builder, go], {
    items: draft.config.enrichment,
  })
  const isWritable = useHasTag(builder, 'writable')
  return (
    <Block disabled={!isWritable}>
      <EnrichmentList actor={actor} />
    </Block>
  )
}

type EnrichmentProps = StepProps & { readonly item: EnrichmentConfig }

function Enrichment(props: EnrichmentProps) {
  const { actor: builder, draft, item } = props
  const { id } = item
  const { connectorId } = draft
  const actor = useMachine(
    () => liveEnrichmentMachine(builder, { connectorId, id }),
    [builder, connectorId, id],
    restoreEnrichment(connectorId, item),
  )
  const isWritable = useHasTag(builder, 'writable')
  const [tested, setTested] = useTypedSecret(item)
  return (
    <Stack>
      <Field
        label={messages.one.name}
        hint={messages.one.nameHint}
        value={item.title ?? ''}
        isBlocked={!isWritable}
        onWrite={(title) => changeEnrichment(builder, id, (it) => ({ ...it, title: title.slice(0, 256) }))}
      />
      <Stack role="group" aria-label={messages.one.system}>
        <Block disabled={!isWritable}>
          <ConnectionSection
            config={item}
            onChange={(it) => changeEnrichment(builder, id, () => it)}
            side={{ connectorId, path: `/enrichment/${draft.config.enrichment.findIndex((it) => it.id === id)}` }}
          />
        </Block>
        <SideForm
          side="enrichment"
          config={item}
          isWritable={isWritable}
          onTyped={setTested}
          offered={offeredInUrl(pathsFor(draft, id).map((path) => ({ path, kind: 'record', from: path })))}
          onChange={(it) => {
            changeEnrichment(builder, id, () => it)
            const { parameters } = actor.getSnapshot().context.written
            const said = parameterInPath(it.url ?? '', parameters, pathsFor(draft, id))
            if (said !== null) actor.send({ type: 'user.changedParameter', at: 0, change: said })
          }}
        />
        <GatewaySection config={item} isWritable={isWritable} onChange={(it) => changeEnrichment(builder, id, () => it)} />
      </Stack>
      <Block disabled={!isWritable}>
        <EnrichmentForm actor={actor} isDatabase={item.type === 'database'} paths={pathsFor(draft, id)} />
      </Block>
      <Trial {...props} tested={tested} enrichment={actor} />
    </Stack>
  )
}

type TrialProps = EnrichmentProps & {
  /** With a secret that is being typed. */
  readonly tested: EnrichmentConfig
  readonly enrichment: Parameters<typeof RecordChoice>[0]['actor']
}

function Trial({ actor: builder, draft, go, item, tested, enrichment }: TrialProps) {
  const access = useAccess()
  const { id } = item
  const probe = useMachine(() => liveEnrichmentProbeMachine(access, builder, id), [access, builder, id], {
    connectorId: draft.connectorId,
  })
  const isComplete = useMatches(enrichment, 'complete')
  const recordAt = useContextOf(enrichment, 'recordAt')
  const sample = useSelector(probe, selectSample)
  const tried = useSelector(probe, ({ context: { probed } }) => (probed?.side === 'enrichment' ? probed.record : undefined))
  const records = recordsFor(draft, id)
  if (records.length === 0)
    return (
      <Row>
        <p>{messages.test.noRecords}</p>
        <Button onPress={() => go('source')}>{messages.test.toSource}</Button>
      </Row>
    )
  if (!isComplete || item.lookup === undefined) return <p>{messages.test.finishFirst}</p>
  return (
    <Stack>
      <RecordChoice actor={enrichment} records={records} />
      <ProbePanel actor={probe} probed={{ side: 'enrichment', config: tested, record: records[recordAt] ?? records[0] }} />
      {sample === null ? null : (
        <EnrichedPreview before={tried} sample={sample} found={draft.shapes.enrichment?.[id]?.fields.length ?? 0} />
      )}
    </Stack>
  )
}
