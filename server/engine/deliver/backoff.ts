/** When something is tried again. `decisions.md` section 6: exponential with jitter, capped, `Retry-After` honoured. */
import type { Problem } from '#contract/kit/problem.ts'
import type { EngineLimits } from '../limits.ts'
import type { StatusReason } from '../runs/run-leases.repository.ts'

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

const seconds = (ms: number) => Math.max(0.1, Number((ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)))

/** What a run says of a retry after `wait` milliseconds. A duration, because a time of day would need the zone of whoever reads it. */
export function retryStatus(
  who: 'source' | 'destination' | 'third system',
  why: Problem,
  retry: number,
  retries: number,
  wait: number,
): StatusReason {
  const asked = why.retryAfter ? `; the ${who} asked for it` : ''
  return { reason: why.message, next: `Retry ${retry} of ${retries} after a pause of ${seconds(wait)} s${asked}.` }
}
