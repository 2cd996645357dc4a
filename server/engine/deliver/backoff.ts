/** When something is tried again. `decisions.md` section 6: exponential with jitter, capped, `Retry-After` honoured. */
import type { Problem } from '#contract/kit/problem.ts'
import type { RunWait } from '../../records/runs/next-run.repository.ts'
import type { StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { EngineLimits } from '../limits.ts'

/** Milliseconds before a retry, counted from 1. `chance` is between 0 and 1. */
export function waitBefore(
  retry: number,
  { retryBase, retryCap }: EngineLimits,
  asked: number | undefined,
  chance: number,
): number {
  if (asked !== undefined && asked > 0) return asked
  const full = Math.min(retryCap, retryBase * 2 ** (retry - 1))
  return Math.round(full / 2 + (full / 2) * chance)
}

/** Milliseconds of a pause that is worth a word. */
const awayFrom = 5_000

const seconds = (ms: number) => Math.max(0.1, Number((ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)))

/**
 * Milliseconds before the next search for a record that may have been created, counted from 1; 0 when it was searched for long enough.
 * @param passed milliseconds since the first search.
 */
export function waitBeforeSearch(time: number, passed: number, { retryBase, retryCap, searchMax }: EngineLimits): number {
  const left = Math.max(0, Math.ceil(searchMax - passed))
  return Math.min(left, retryCap, retryBase * 2 ** (time - 1))
}

/** What a run says meanwhile. */
export const searchStatus = (why: Problem, wait: number, { searchMax }: EngineLimits): StatusReason => ({
  reason: why.message,
  next: `We search again after ${seconds(wait)} s, for up to ${seconds(searchMax)} s in total.`,
})

type FailingRequests = {
  readonly why: Problem
  readonly since: Date
  readonly retry: number
  readonly wait: number
  /** Whether the system took another request after each of them was first sent: then it can be reached. */
  readonly isDelayed?: boolean
}

/** What a run waits for whose requests fail, one after the other; nothing after a first one: it is repeated soon, and may go well. */
export function awayWait(
  side: RunWait['side'],
  system: string,
  { why, since, retry, wait, isDelayed = false }: FailingRequests,
): RunWait | null {
  if (retry < 2 && wait < awayFrom) return null
  return {
    ...{
      kind: isDelayed ? 'delayed' : 'away',
      since: since.toISOString(),
      side,
      system,
      pace: null,
      endsAt: null,
      checkedEvery: null,
    },
    nextAt: new Date(Date.now() + wait).toISOString(),
    ...lastResponse(why),
  }
}

/** What the last request came to, in a few words. A status of success does not say why it is repeated. */
export const lastResponse = ({ answer, message }: Problem): Pick<RunWait, 'reason' | 'lastStatus'> => ({
  reason: answer && (answer.status < 200 || answer.status > 299) ? `HTTP ${answer.status}` : message,
  lastStatus: answer?.status ?? null,
})

/** What a run says of a retry after `wait` milliseconds. A duration, because a time of day would need the zone of whoever reads it. */
export function retryStatus(
  who: 'source' | 'destination' | 'enrichment system',
  why: Problem,
  retry: number,
  retries: number,
  wait: number,
): StatusReason {
  const requested = why.retryAfter ? `, as the ${who} requested` : ''
  return { reason: why.message, next: `Retry ${retry} of ${retries} after ${seconds(wait)} s${requested}.` }
}
