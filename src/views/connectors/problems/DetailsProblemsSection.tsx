import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { useLocation } from 'wouter'

import type { ProblemGroup, ProblemGroups } from '../../contract/problem-group.ts'
import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { failedField } from '../views/problem-group/failed-field.ts'
import { ProblemGroupList } from '../views/problem-group/ProblemGroupList.tsx'
import { RangeSelect } from '../views/transaction/RangeSelect.tsx'
import { liveCausesMachine } from '../wiring/causes.ts'
import { problemGroupsMachine } from '../wiring/details.ts'
import { type TimeChoice, useTimeChoice } from './use-time-choice.ts'

const askingFor = (field: string | null) => (field === null ? '' : `?${new URLSearchParams({ field })}`)

type OfConnector = { readonly access: Access; readonly connectorId: string }

/** What the server tells where no time is named. */
const usual = '1d'

export function DetailsProblems(props: OfConnector) {
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
      replayAllHrefOf={replayAllHrefOf}
      runHrefOf={(runId) => `${path}?${new URLSearchParams({ tab: 'runs', open: runId })}`}
      mappingHrefOf={(group) => `/edit-integration/data-mapping/${connectorId}${askingFor(failedField(group))}`}
      causes={causes}
      configHref={`/edit-integration/${connectorId}`}
      exampleHrefOf={(group, range) => `${hrefOf(group, range)}&open=${group.example.transactionId}`}
    />
  )
}
