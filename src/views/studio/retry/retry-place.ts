/** Which retry stands in the address of a connector's page, as `connectors/problems/problem-links.ts` writes it. */
import { problemGroupId } from '#contract/connectors/problems/problem-group.ts'
import type { ReplayChosen } from '#src/machines/studio/retry/retry.machine.ts'

const all = 'all'
const oneByOne = 'records:'

/** Null where no retry is open. */
export function retryIn(read: (name: string) => string | null): ReplayChosen | null {
  const retry = read('retry')
  const times = { from: read('since'), to: read('until') }
  if (retry === null) return null
  if (retry === all) return { allFailed: true, ...times }
  if (retry.startsWith(oneByOne)) return { transactionIds: retry.slice(oneByOne.length).split(',') }
  return problemGroupId.test(retry) ? { problem: retry, ...times } : null
}

/** Nothing of it. */
export const noRetry = { retry: null, since: null, until: null, plan: null } as const
