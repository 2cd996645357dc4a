/** A run whose source is read in parts: how it is handed over to them, and how the last of them ends it (decision 0094). */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

import type { Problem } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { forgetDelivered } from '../../records/ledger/source-pages.repository.ts'
import { countUnsent } from '../../records/ledger/unsent.repository.ts'
import {
  type ClaimedRun,
  type Ending,
  endRun,
  inLedger,
  OwnershipLost,
  ownedBy,
} from '../../records/runs/run-leases.repository.ts'
import { endPart, type PartsSum, planParts, sumParts } from '../../records/runs/run-parts.repository.ts'
import { findRun, ledgerSums } from '../../records/runs/runs.repository.ts'
import { waitBefore } from '../deliver/backoff.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import { type Source, SourceFault } from '../kit/kind.ts'
import type { Plan } from '../kit/plan.ts'
import { endingOf, failedEnding, refusedEnding } from './run-ending.ts'
import { endFailedRun, notesOf } from './run-notes.ts'

type Splitting = {
  readonly run: ClaimedRun
  readonly around: EngineDeps
  /** As many as the version wants. */
  readonly parts: number
  readonly signal: AbortSignal
}

/** Hands a run that begins over to parts, where its version wants some and its source has them. Returns whether it did: the run is not the caller's then. */
export async function splitRun(source: Source, { run, around, parts, signal }: Splitting): Promise<boolean> {
  if (parts < 2 || run.part || run.trigger === 'replay' || run.pagesRead > 0 || run.checkpoint.next !== undefined) return false
  const found = await partsIn(source, { around, parts, signal })
  if (found === null) return false
  if (signal.aborted) return false
  if ('why' in found) {
    if (found.why !== null) await noteWhole(around.db, run, found.why)
    return false
  }
  if (found.length < 2) return false
  // Keys of a connector that keeps no payloads are shown nowhere.
  const shown = run.isPrivate ? found.map(({ place }) => ({ place, begins: null, ends: null })) : found
  if (!(await planParts(around.db, run, shown))) throw new OwnershipLost(run.id)
  return true
}

/** The parts of a source, or why it has only one; null where it is never split. A fault that may pass is waited for, as when a page is read. */
async function partsIn({ split }: Source, { around: { limits }, parts, signal }: Omit<Splitting, 'run'>) {
  if (!split) return null
  for (let retry = 1; ; retry += 1) {
    try {
      return await split(parts, signal)
    } catch (thrown) {
      if (!(thrown instanceof SourceFault)) throw thrown
      if (signal.aborted) return null
      if (!thrown.retry || retry > limits.retries)
        return { why: 'The table could not be divided, because the database reported an error.' }
      const wait = waitBefore(retry, limits, thrown.problem.retryAfter, Math.random())
      await sleep(wait, undefined, { signal }).catch(() => {})
    }
  }
}

/** Says at the end of the run why it was read as a whole. */
async function noteWhole(db: Kysely<Tables>, run: ClaimedRun, why: string): Promise<void> {
  const note = `Read in one part. ${why}`
  await sql`update runs set note = ${note} where ${ownedBy(run)} and note is null`.execute(db)
}

/** No two owners of a run, or of its parts, settle under one number. */
export const settlementEpochOf = ({ epoch, part }: ClaimedRun): number => (part ? epoch * 8 + part.number - 1 : epoch)

type PartEnd = {
  /** Why the part could not be read or sent to its end; null: it was. */
  readonly why: Problem | null
  readonly plan: Pick<Plan, 'lines' | 'deletes'>
  /** The one refusal that every record of the part met; null where there was none. */
  readonly refusal: Problem | null
}

/** Ends a part in the commit of the caller, and with the last part the run. Throws `OwnershipLost`, also when the run was paused or cancelled meanwhile. */
export async function endPartOf(tx: Kysely<Tables>, run: ClaimedRun, { why, plan, refusal }: PartEnd): Promise<void> {
  const { part } = run
  const ended = part ? await endPart(tx, { ...run, part }, why) : null
  if (ended === null) throw new OwnershipLost(run.id)
  if (!ended.isLast) return
  const whole = inLedger(run)
  const parts = await sumParts(tx, whole)
  const kept = await findRun(tx, run.companyId, run.connectorId, run.id)
  if (!kept) throw new OwnershipLost(run.id)
  const sums = await ledgerSums(tx, run.companyId, run.id)
  const note = await notesOf(tx, whole, kept.recordsPossiblyTwice, plan)
  const ending = refusedEnding(endingOf(kept.recordsRead, sums, note), refusal)
  if (parts.error === null) await endRun(tx, whole, ending)
  else await endFailedRun(tx, whole, partlyEnding(parts, sums.delivered, parts.error))
  await countUnsent(tx, whole)
  await forgetDelivered(tx, whole)
}

/** The end of a run of which some parts stopped. */
export function partlyEnding({ count, failed }: Pick<PartsSum, 'count' | 'failed'>, delivered: number, why: Problem): Ending {
  const stopped = failed === count ? `All ${count} parts stopped.` : `${failed} of ${count} parts stopped.`
  const arrived =
    delivered === 0
      ? 'Nothing was delivered.'
      : `${delivered === 1 ? '1 record was' : `${delivered.toLocaleString('en')} records were`} delivered.`
  const message = `${why.message} ${stopped} ${arrived}`
  return failedEnding({ ...why, message, detail: message })
}
