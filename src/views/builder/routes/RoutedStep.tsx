import { useSelector } from '@xstate/react'
import { type ComponentType, useMemo } from 'react'
import styled from 'styled-components'
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import { selectRouted } from '#src/machines/builder/routes/routes.machine.ts'
import { canAdd, draftOf, entriesOf, routeIn } from '#src/machines/builder/routes/routes-form.ts'
import { builderOf, liveRoutesMachine } from '#src/services/builder/routes.actors.ts'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate, usePathname, useSearch } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { pathOf, type StepProps } from '../draft/builder-step.ts'
import { RouteRuleMount } from './RouteRuleMount.tsx'
import { RoutesOutcome } from './RoutesOutcome.tsx'
import { RouteTabs } from './RouteTabs.tsx'
import { routesMessages as messages } from './routes.messages.ts'

type RoutedStepProps = StepProps & {
  /** Shows one destination, as if there were no other. */
  readonly one: ComponentType<StepProps>
  /** Fields of the records for the conditions; null where the rules are not changed here. */
  readonly fields: readonly string[] | null
}

/** A step that is about one of several destinations: which one stands in the address. */
export function RoutedStep({ one: One, fields, ...props }: RoutedStepProps) {
  const { actor: builder, draft, place: step } = props
  const access = useAccess()
  const id = routeIn(useSearch(), draft.config)
  const path = usePathname()
  const { routes } = draft.config
  const actor = useMachine(() => liveRoutesMachine(access, builder), [access, builder], {
    config: draft.config,
    examples: draft.shapes.source?.examples ?? [],
  })
  const records = useSelector(actor, selectRouted)
  const own = useMemo(() => builderOf(builder, id), [builder, id])
  const { destination } = draft.config
  const entries = entriesOf(
    draft.config,
    systemNameOf({ url: destination.url ?? '', type: destination.type }) ?? messages.firstName,
  )
  const entry = entries.find((it) => it.id === id)
  const show = (to: number, of = path) => navigate(to === 0 ? of : `${of}?route=${to}`, { replace: true })
  const add = () => {
    actor.send({ type: 'user.added', name: messages.newName(entries.length + 1) })
    const added = builder.getSnapshot().context.draft?.config.routes?.others.at(-1)
    if (added) show(added.id)
  }
  const toSettings = () => show(id, pathOf(step.flow, 'destination', draft.connectorId))
  const body = <One key={id} {...props} actor={own} draft={draftOf(draft, id)} />
  return (
    <Frame>
      <RouteTabs
        draft={draft}
        entries={entries}
        chosen={id}
        records={records}
        onChoose={show}
        onAdd={canAdd(routes) ? add : undefined}
      />
      {fields === null || entry === undefined ? (
        body
      ) : (
        <>
          <RouteRuleMount
            key={id}
            actor={actor}
            builder={builder}
            draft={draft}
            entry={entry}
            place={entries.indexOf(entry) - 1}
            isLast={entries.at(-1) === entry}
            fields={fields}
            onSettings={toSettings}
            onRemoved={() => show(0)}
          />
          <Columns>
            <Part>{body}</Part>
            <RoutesOutcome actor={actor} entries={entries} />
          </Columns>
        </>
      )}
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  min-width: 0;
`

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${space[24]};

  @media (min-width: 90rem) {
    grid-template-columns: minmax(0, 1fr) 18rem;
  }
`

const Part = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  min-width: 0;
`
