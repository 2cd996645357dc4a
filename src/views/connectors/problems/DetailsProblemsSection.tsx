import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { useLocation } from 'wouter'

import type { ProblemGroup, ProblemGroups } from '#contract/connectors/problems/problem-group.ts'
import { problemGroupsMachine } from '#src/services/connectors/details/details.actors.ts'
import { liveCausesMachine } from '#src/services/connectors/problems/causes.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { RangeSelect } from '../runs/RangeSelect.tsx'
import { runHref } from '../runs/run-links.ts'
import { type TimeChoice, useTimeChoice } from '../runs/use-time-choice.ts'
import { failedField } from './failed-field.ts'
import { ProblemGroupList } from './ProblemGroupList.tsx'

const askingFor = (field: string | null) => (field === null ? '' : `?${new URLSearchParams({ field })}`)

type OfConnector = { readonly access: Access; readonly connectorId: string }

/** What the server tells where no time is named. */
const usual = '1d'

export function DetailsProblemsSection(props: OfConnector) {
  const { choice } = useTimeChoice()
  return <Problems key={JSON.stringify(choice)} {...props} choice={choice} />
}

function Problems({ access, connectorId, choice }: OfConnector & { readonly choice: TimeChoice | null }) {
  const { choose } = useTimeChoice()
  const [path] = useLocation()
  const machine = useMemo(() => problemGroupsMachine(access), [access])
  const { past, from, to } = choice ?? {}
  const actor = useActorRef(machine, { input: { query: { connectorId, past, from, to } }, inspect })
  const causesMachine = useMemo(() => liveCausesMachine(access), [access])
  const causes = useActorRef(causesMachine, { input: { connectorId }, inspect })
  const hrefOf = ({ id }: ProblemGroup, range: ProblemGroups) =>
    `${path}?${new URLSearchParams({ tab: 'transactions', problem: id, from: range.from, to: range.to })}`
  const replayHrefOf = ({ id }: ProblemGroup, range: ProblemGroups) =>
    `/details/${connectorId}/studio?${new URLSearchParams({ tab: 'replay', problem: id, since: range.from, until: range.to })}`
  const replayAllHrefOf = (range: ProblemGroups) =>
    `/details/${connectorId}/studio?${new URLSearchParams({ tab: 'replay', failed: 'all', since: range.from, until: range.to })}`
  return (
    <ProblemGroupList
      actor={actor}
      range={
        <RangeSelect value={choice?.code ?? usual} onChoose={(code) => choose(code === usual ? 'any' : code)} canBeAny={false} />
      }
      hrefOf={hrefOf}
      replayHrefOf={replayHrefOf}
      replayedHrefOf={(replay) => `/details/${connectorId}/studio?${new URLSearchParams({ tab: 'replay', replay })}`}
      replayAllHrefOf={replayAllHrefOf}
      runHrefOf={(runId) => runHref(connectorId, runId)}
      mappingHrefOf={(group) => `/edit-integration/data-mapping/${connectorId}${askingFor(failedField(group))}`}
      causes={causes}
      configHref={`/edit-integration/${connectorId}`}
      exampleHrefOf={(group, range) => `${hrefOf(group, range)}&open=${group.example.transactionId}`}
    />
  )
}
