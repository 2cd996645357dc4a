/** Where the problems of a connector lead to. */
import type { ProblemGroup, ProblemGroups } from '#contract/connectors/problems/problem-group.ts'
import { runHref } from '../runs/run-links.ts'

type Range = Pick<ProblemGroups, 'from' | 'to'>

export type ProblemLinks = ReturnType<typeof problemLinks>

export function problemLinks(connectorId: string) {
  const studio = (place: Readonly<Record<string, string>>) => `/details/${connectorId}/studio?${new URLSearchParams(place)}`
  // Begins with the plan: one more press sends it.
  const retry = (place: Readonly<Record<string, string>>) => studio({ tab: 'replay', ...place, plan: 'now' })
  return {
    records: ({ id }: ProblemGroup, { from, to }: Range) =>
      `/details/${connectorId}?${new URLSearchParams({ tab: 'transactions', problem: id, from, to })}`,
    retryGroup: ({ id }: ProblemGroup, { from, to }: Range) => retry({ problem: id, since: from, until: to }),
    retryAll: ({ from, to }: Range) => retry({ failed: 'all', since: from, until: to }),
    retryChosen: (transactionIds: readonly string[]) => retry({ transaction: transactionIds.join(',') }),
    /** The record as it was read, to be changed before it is sent. */
    edit: (transactionId: string) => studio({ tab: 'replay', edit: transactionId }),
    replay: (replayId: string) => studio({ tab: 'replay', replay: replayId }),
    run: (runId: string) => runHref(connectorId, runId),
    config: `/edit-integration/${connectorId}`,
    mapping: (field: string | null) =>
      `/edit-integration/data-mapping/${connectorId}${field === null ? '' : `?${new URLSearchParams({ field })}`}`,
  }
}
