/** What an owner finds in the outbox of a run that it takes over. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { type Item, itemOf } from '../deliver/outcome-classifier.ts'
import type { EngineLimits } from '../limits.ts'
import { persist, type Writer } from '../runs/durable-writes.ts'
import type { ClaimedRun } from '../runs/run-leases.repository.ts'
import { addCutOff } from './cut-off.repository.ts'
import { type PendingDelivery, pendingDeliveries } from './source-pages.repository.ts'

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
  /** Whether what is sent again may have a second effect, and nothing else is written down of what is on its way. */
  readonly mayRepeat: boolean
}

/** A delivery of a run that is taken over, and whether the owner before may have sent it without writing that down. */
export type TakenOver = PendingDelivery & { readonly mayHaveBeenSent: boolean }

/** What waits in the outbox; of a run that was broken off it is written down first what may have been on its way. */
export async function takeUp(run: ClaimedRun, { db, writer, limits, mayRepeat }: TakingUp): Promise<TakenOver[]> {
  const pending = await pendingDeliveries(db, run)
  if (run.stalls === 0) return pending.map((it) => ({ ...it, mayHaveBeenSent: false }))
  const sent = perhapsSent(pending, limits, new Date())
  const sentPositions = new Set(sent.map(({ delivery }) => delivery.position))
  const marked = (all: readonly PendingDelivery[]) =>
    all.map((it) => ({ ...it, mayHaveBeenSent: sentPositions.has(it.delivery.position) }))
  // What was cut off and not tried since is in doubt already.
  const cutOff = mayRepeat ? sent.filter(({ isCutOff, attempts, cuts }) => !isCutOff || attempts > cuts) : []
  if (cutOff.length === 0) return marked(pending)
  await persist(writer, () => addCutOff(db, run, cutOff))
  return marked(await pendingDeliveries(db, run))
}

/** As it is sent. What tried a host whose circuit was open has at least one try left; what was cut off has cost no try. */
export const takenUp = (it: TakenOver, { retries }: EngineLimits): Item => {
  const { delivery, attempts, inherited, cuts, isInDoubt, isCutOff, mayHaveBeenSent } = it
  const item = itemOf(delivery, attempts, Math.max(inherited + cuts, attempts - retries))
  return { ...item, isInDoubt, isCutOff, mayHaveBeenSent, isFresh: isFresh(it) }
}
