/** Where the problems of a connector lead to. */
import type { ProblemGroup, ProblemGroups } from '#contract/connectors/problems/problem-group.ts'
import { runHref } from '../runs/run-links.ts'

type Range = Pick<ProblemGroups, 'from' | 'to'>

export type ProblemLinks = ReturnType<typeof problemLinks>

/** `place`: what of the page stays as it is while a retry is planned beside it, as its address has it. */
export function problemLinks(connectorId: string, place = '') {
  const studio = (of: Readonly<Record<string, string>>) => `/details/${connectorId}/studio?${new URLSearchParams(of)}`
  // Each opens the plan beside the problems: one more press sends it.
  const retry = (of: string, range?: Range) => {
    const params = new URLSearchParams(place)
    for (const name of ['open', 'both', 'plan', 'since', 'until']) params.delete(name)
    params.set('tab', 'problems')
    params.set('retry', of)
    if (range) params.set('since', range.from)
    if (range) params.set('until', range.to)
    return `/details/${connectorId}?${params}`
  }
  return {
    records: ({ id }: ProblemGroup, { from, to }: Range) =>
      `/details/${connectorId}?${new URLSearchParams({ tab: 'transactions', problem: id, from, to })}`,
    followUps: `/details/${connectorId}?${new URLSearchParams({ tab: 'transactions', status: 'followUp' })}`,
    retryGroup: ({ id }: ProblemGroup, { from, to }: Range) => retry(id, { from, to }),
    retryAll: ({ from, to }: Range) => retry('all', { from, to }),
    retryChosen: (transactionIds: readonly string[]) => retry(`records:${transactionIds.join(',')}`),
    /** A refused record beside the one that has the value of its field already. */
    both: (transactionId: string, field: string) => {
      const params = new URLSearchParams(place)
      for (const name of ['open', 'retry', 'plan']) params.delete(name)
      params.set('tab', 'problems')
      params.set('both', `${transactionId}:${field}`)
      return `/details/${connectorId}?${params}`
    },
    /** The record as it was read, to be changed before it is sent. */
    edit: (transactionId: string) => studio({ tab: 'replay', edit: transactionId }),
    replay: (replayId: string) => studio({ tab: 'replay', replay: replayId }),
    run: (runId: string) => runHref(connectorId, runId),
    config: `/edit-integration/${connectorId}`,
    mapping: (field: string | null) =>
      `/edit-integration/data-mapping/${connectorId}${field === null ? '' : `?${new URLSearchParams({ field })}`}`,
  }
}
