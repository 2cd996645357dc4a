import { useSelector } from '@xstate/react'
import { type ComponentType, useMemo } from 'react'
import styled from 'styled-components'
import { destinationsOf } from '#contract/connectors/config/routes/routes.ts'
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import { type RoutesActor, selectRouted } from '#src/machines/builder/routes/routes.machine.ts'
import { canAdd, draftOf, entriesOf, routeIn } from '#src/machines/builder/routes/routes-form.ts'
import { builderOf } from '#src/services/builder/routes.actors.ts'
import { space } from '#src/theme/theme.ts'
import { usePathname, useSearch } from '#src/views/kit/browser-location.ts'
import { pathOf, type StepProps } from '../draft/builder-step.ts'
import type { CopiedMapping } from '../mapping/CopyMapping.tsx'
import { RouteRuleMount } from './RouteRuleMount.tsx'
import { RoutesOutcome } from './RoutesOutcome.tsx'
import { RouteTabs } from './RouteTabs.tsx'
import { routesMessages as messages } from './routes.messages.ts'
import { showAdded, showRoute } from './use-routes.ts'

/** What the step of one destination knows of the others. */
export type RoutedProps = StepProps & {
  /** Mappings of the other destinations; none where there is one destination. */
  readonly copies?: readonly CopiedMapping[]
  /** What the destination is called, where there are several. */
  readonly name?: string | undefined
}

type RoutedStepProps = StepProps & {
  readonly routesActor: RoutesActor
  /** Shows one destination, as if there were no other. */
  readonly one: ComponentType<RoutedProps>
  /** Fields of the records for the conditions; null where the rules are not changed here. */
  readonly fields: readonly string[] | null
}

/** A step that is about one of several destinations: which one stands in the address. */
export function RoutedStep({ one: One, fields, routesActor: actor, ...props }: RoutedStepProps) {
  const { actor: builder, draft, place: step } = props
  const id = routeIn(useSearch(), draft.config)
  const path = usePathname()
  const { routes } = draft.config
  const records = useSelector(actor, selectRouted)
  const own = useMemo(() => builderOf(builder, id), [builder, id])
  const { destination } = draft.config
  const entries = entriesOf(
    draft.config,
    systemNameOf({ url: destination.url ?? '', type: destination.type }) ?? messages.firstName,
  )
  const entry = entries.find((it) => it.id === id)
  const show = (to: number) => showRoute(path, to)
  const add = () => {
    actor.send({ type: 'user.added', name: messages.newName(entries.length + 1) })
    showAdded(builder, path)
  }
  const toSettings = () => showRoute(pathOf(step.flow, 'destination', draft.connectorId), id)
  const copies = destinationsOf(draft.config).flatMap((it) => {
    const name = entries.find((other) => other.id === it.id)?.name
    return it.id === id || it.dataMapping.length === 0 || name === undefined ? [] : [{ id: it.id, name, edges: it.dataMapping }]
  })
  const body = <One key={id} {...props} actor={own} draft={draftOf(draft, id)} copies={copies} name={entry?.name} />
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
