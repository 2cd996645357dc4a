import { useMemo } from 'react'

import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { problemGroupsMachine } from '#src/services/connectors/details/details.actors.ts'
import { liveCausesMachine } from '#src/services/connectors/problems/causes.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { useSearch } from '../../kit/browser-location.ts'
import { usePlace } from '../../kit/use-place.ts'
import { RangeSelect } from '../runs/RangeSelect.tsx'
import { type TimeChoice, useTimeChoice } from '../runs/use-time-choice.ts'
import { CauseMount } from './CauseMount.tsx'
import { ProblemGroupList } from './ProblemGroupList.tsx'
import { problemLinks } from './problem-links.ts'
import { shownKinds } from './shown-groups.ts'

type OfConnector = {
  /** Who looks. */
  readonly userId: string
  readonly connectorId: string
  /** What its destination is called. */
  readonly systemName: string
  /** What its records are called. */
  readonly noun: RecordNoun
  /** What the page reads: when its newest run goes on, problems come and go. */
  readonly newest: ListActor
}

/** What the server tells where no time is named. */
const usual = '1d'
/** In the address: no group is open. */
const noGroup = 'none'

export function DetailsProblemsSection(props: OfConnector) {
  const { choice } = useTimeChoice()
  return <Problems key={JSON.stringify(choice)} {...props} choice={choice} />
}

function Problems({
  userId,
  connectorId,
  systemName,
  noun,
  newest,
  choice,
}: OfConnector & { readonly choice: TimeChoice | null }) {
  const access = useAccess()
  const { choose } = useTimeChoice()
  const { read, move } = usePlace()
  const { past, from, to } = choice ?? {}
  const actor = useMachine(() => problemGroupsMachine(access, newest), [access, newest], {
    query: { connectorId, past, from, to },
  })
  const causes = useMachine(() => liveCausesMachine(access), [access], { connectorId })
  const place = useSearch()
  const links = useMemo(() => problemLinks(connectorId, place), [connectorId, place])
  const problem = read('problem')
  return (
    <ProblemGroupList
      actor={actor}
      range={
        <RangeSelect value={choice?.code ?? usual} onChoose={(code) => choose(code === usual ? 'any' : code)} canBeAny={false} />
      }
      links={links}
      systemName={systemName}
      noun={noun}
      userId={userId}
      causes={causes}
      shown={shownKinds.find((kind) => kind === read('show')) ?? 'open'}
      onShow={(kind) => move({ show: kind === 'open' ? null : kind, problem: null, open: null })}
      openId={problem === null ? undefined : problem === noGroup ? null : problem}
      onTurn={(id) => move({ problem: id ?? noGroup, open: null })}
      drawOpened={(group, of, isExplained) => (
        <CauseMount
          // What was lost since is compared anew.
          key={`${group.id} ${group.failed + group.unknown} ${group.lastAt}`}
          {...{ connectorId, group, links, noun, isExplained }}
          from={of.from}
          to={of.to}
        />
      )}
    />
  )
}
