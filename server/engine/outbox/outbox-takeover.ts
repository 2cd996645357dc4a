/** What an owner finds in the outbox of a run that it takes over. */
import type { Kysely } from 'kysely'
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import {
  type Opening,
  type PendingDelivery,
  type PendingOf,
  pendingDeliveries,
} from '../../records/ledger/source-pages.repository.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import type { Attempt } from '../deliver/attempts.repository.ts'
import { allAs, type Item, itemOf } from '../deliver/outcome-classifier.ts'
import { persist, type Writer } from '../kit/durable-writes.ts'
import type { EngineLimits } from '../limits.ts'
import { addCutOff } from './cut-off.repository.ts'

/** Whether nothing of it was tried, as far as that is written down: these are sent in the order in which they were read (`queueing.ts`). */
const isFresh = ({ attempts, inherited, cuts }: PendingDelivery) => inherited === 0 && attempts === cuts

/**
 * Those that an owner who is gone may have been sending. Of fresh ones that are the first, as many as may be open and not settled at once, leaving out
 * what waits for an earlier version of its records. What was tried before is sent ahead of them once its pause is over.
 */
export function perhapsSent(pending: readonly PendingDelivery[], { unsettledMax }: EngineLimits, now: Date): PendingDelivery[] {
  const earlier = new Set<string | undefined>()
  let fresh = 0
  return pending.filter((it) => {
    const { page, ordinals } = it.delivery
    const keys = ordinals.map((ordinal) => page.content.keys[ordinal])
    const isHeldBack = keys.some((key) => earlier.has(key))
    for (const key of keys) earlier.add(key)
    if (!isFresh(it)) return it.notBefore === null || it.notBefore <= now
    if (isHeldBack) return false
    fresh += 1
    return fresh <= unsettledMax
  })
}

type TakingUp = {
  readonly db: Kysely<Tables>
  readonly writer: Writer
  readonly limits: EngineLimits
  /**
   * Whether it is written down what may have been on its way: because sent again it may have a second effect, or because a replay may leave it out,
   * and nothing else says what was sent.
   */
  readonly notesCutOff: boolean
  readonly open: Opening
  /** Of one destination, as much as its owner can have had in memory; null: everything. */
  readonly of: PendingOf | null
}

/** What waits in the outbox; of a run that was broken off it is written down first what may have been on its way. */
export async function takeUp(
  run: ClaimedRun,
  { db, writer, limits, notesCutOff, open, of }: TakingUp,
): Promise<PendingDelivery[]> {
  const pending = await pendingDeliveries(db, run, open, of)
  if (run.stalls === 0 || !notesCutOff) return pending
  // What was cut off and not tried since is in doubt already.
  // What was begun, too: that is written down of it.
  const isNew = ({ isCutOff, attempts, cuts, isBegun }: PendingDelivery) => !isBegun && (!isCutOff || attempts > cuts)
  const them = perhapsSent(pending, limits, new Date()).filter(isNew)
  if (them.length === 0) return pending
  await persist(writer, () => addCutOff(db, run, them))
  return pendingDeliveries(db, run, open, of)
}

/** As it is sent. What tried a host whose circuit was open has at least one try left; what was cut off has cost no try. */
export const takenUp = (it: PendingDelivery, { retries }: EngineLimits): Item => {
  const { delivery, attempts, inherited, cuts, isInDoubt, isCutOff } = it
  const item = itemOf(delivery, attempts, Math.max(inherited + cuts, attempts - retries))
  return { ...item, isInDoubt, isCutOff, isFresh: isFresh(it) }
}

// Deliveries that were begun by a process that died.

/** What is written down of one that is searched for before it would be created again. */
export const perhapsCreated = (delivery: Delivery, number: number): Attempt => ({
  ...unknownAttempt(delivery, number, problem('destination/outcome-unknown', { message: createdAtDeath })),
  ends: null,
  settled: [],
})

const createdAtDeath = 'The run was interrupted after the request that creates the record was sent. We search for the record.'

/** What is written down of a delivery that was begun by a process that died, and that must not be sent twice. */
export function unknownAttempt(delivery: Delivery, number: number, error: Problem): Attempt {
  const at = new Date()
  const times = { startedAt: at, endedAt: at, nextAttemptAt: null, answer: null }
  return {
    delivery,
    number,
    outcome: 'unknown',
    ...times,
    error,
    ends: 'unknown',
    parts: null,
    settled: allAs(delivery, 'unknown'),
  }
}
