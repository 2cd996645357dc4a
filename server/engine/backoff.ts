/** When something is tried again. `decisions.md` section 6: exponential with jitter, capped, `Retry-After` honoured. */
import type { Problem } from '../../contract/problem.ts'
import type { Standing } from '../store/run-leases.ts'
import type { EngineLimits } from './limits.ts'

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

/** What a run says while it waits for a retry. */
export function retryStanding(who: 'source' | 'destination', why: Problem, retry: number, retries: number, at: Date): Standing {
  const asked = why.retryAfter ? `: the ${who} asked to wait ${Math.round(why.retryAfter / 1_000)} s` : ''
  return { reason: why.message, next: `Retry ${retry} of ${retries} at ${at.toISOString().slice(11, 19)} UTC${asked}.` }
}
