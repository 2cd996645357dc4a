/**
 * What of a replay is overtaken while it waits to be sent (again): by then the connector's own run may have delivered a later version of a record,
 * and the older one would take its place without a word.
 */
import { problem } from '#contract/kit/problem.ts'
import type { PageOf } from '../../records/ledger/delivery.repository.ts'
import { positionOf } from '../../records/ledger/page-content.repository.ts'
import { overtakenPlaces } from '../../records/replay/replay-runs.repository.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import { persisted } from '../kit/durable-writes.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import type { Attempt, SettledRecord } from './attempts.repository.ts'
import type { Item } from './outcome-classifier.ts'

export type LookBehind = (item: Item) => Promise<readonly number[]>

/** Milliseconds after which what was found when a page was read is no longer believed. */
const believedFor = 1_000

/** Tells the records of a delivery, by their numbers in its page, that have been overtaken since it was read. */
export function overtakenIn({ db, log }: Pick<EngineDeps, 'db' | 'log'>, run: ClaimedRun, replayId: string): LookBehind {
  /** Deliveries of one page whose turn comes together ask once. */
  const looking = new Map<PageOf, Promise<ReadonlySet<number>>>()

  function look(page: PageOf): Promise<ReadonlySet<number>> {
    const { content } = page
    const places = content.keys.map((_, ordinal) => positionOf(content, ordinal))
    const found = persisted({ runId: run.id, log }, () => overtakenPlaces(db, run, replayId, places)).finally(() =>
      looking.delete(page),
    )
    looking.set(page, found)
    return found
  }

  return async ({ delivery, attempts }) => {
    const { page, ordinals } = delivery
    const isNew = attempts === 0 && Date.now() - page.readAt.getTime() < believedFor
    if (isNew) return []
    const places = await (looking.get(page) ?? look(page))
    return ordinals.filter((ordinal) => places.has(positionOf(page.content, ordinal)))
  }
}

/**
 * How a delivery goes on without records that were overtaken: the others in a delivery of their own. What may have arrived goes again as it was or not
 * at all, so all of it ends there.
 */
export function leavingOut({ delivery, attempts, isInDoubt, isCutOff }: Item, gone: readonly number[]): Attempt {
  const at = new Date()
  const error = problem('replay/overtaken')
  const base = { delivery, number: attempts + 1, outcome: 'not-sent', startedAt: at, endedAt: at, nextAttemptAt: null } as const
  const settledAs = (ordinals: readonly number[], status: SettledRecord['status']) =>
    ordinals.map((ordinal): SettledRecord => ({ ordinal, status, error: null }))
  if (isInDoubt || isCutOff) {
    const settled = settledAs(delivery.ordinals, 'unknown')
    return { ...base, answer: null, error: unknown, ends: 'unknown', parts: null, settled }
  }
  const settled = settledAs(gone, 'skipped')
  const left = delivery.ordinals.filter((ordinal) => !gone.includes(ordinal))
  if (left.length === 0) return { ...base, answer: null, error, ends: 'failed', parts: null, settled }
  return { ...base, answer: null, error, ends: 'divided', parts: [delivery.part(left)], settled }
}

const unknown = problem('destination/outcome-unknown', {
  message: "The record may have arrived. We don't send it again, because a later record with the same key arrived.",
})
