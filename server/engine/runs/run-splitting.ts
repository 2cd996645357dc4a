/** A run whose source is read in parts: how it is handed over to them, and how the last of them ends it (decision 0094). */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

import { partsFor } from '#contract/connectors/runs/source-parts.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Resume } from '../../records/connectors/cursors.repository.ts'
import { forgetDelivered, identitiesSeen } from '../../records/ledger/source-pages.repository.ts'
import { countUnsent } from '../../records/ledger/unsent.repository.ts'
import {
  type ClaimedRun,
  type Ending,
  endRun,
  inLedger,
  OwnershipLost,
  ownedBy,
} from '../../records/runs/run-leases.repository.ts'
import { endPart, leaveCursor, type PartsSum, planParts, sumParts } from '../../records/runs/run-parts.repository.ts'
import { findRun, ledgerSums } from '../../records/runs/runs.repository.ts'
import { waitBefore } from '../deliver/backoff.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import { type Source, SourceFault } from '../kit/kind.ts'
import type { Plan } from '../kit/plan.ts'
import { resumeOf } from '../plan/cursors.ts'
import { endingOf, failedEnding, refusedEnding } from './run-ending.ts'
import { endFailedRun, notesOf } from './run-notes.ts'

type Splitting = {
  readonly run: ClaimedRun
  readonly around: EngineDeps
  /** `parts`: as many as the version wants. */
  readonly plan: Pick<Plan, 'parts' | 'reads'>
  /** Of the destination, if it was set. */
  readonly perSecond: number | undefined
  readonly signal: AbortSignal
}

/** Hands a run that begins over to parts, where its version wants some and its source has them. Returns whether it did: the run is not the caller's then. */
export async function splitRun(source: Source, { run, around, signal, perSecond, plan }: Splitting): Promise<boolean> {
  if (plan.parts < 2 || run.part || run.trigger === 'replay' || run.pagesRead > 0 || run.checkpoint.next !== undefined)
    return false
  const parts = Math.min(plan.parts, partsFor(perSecond, run.sendsAtOnce ?? around.limits.sendsAtOnce))
  const found = parts < 2 ? { why: tooFewRequests(perSecond) } : await partsIn(source, { run, around, parts, plan, signal })
  if (found === null) return false
  if (signal.aborted) return false
  if ('why' in found) {
    if (found.why !== null) await noteWhole(around.db, run, found.why)
    return false
  }
  if (found.length < 2) return false
  // Keys of a connector that keeps no payloads are shown nowhere.
  const shown = run.isPrivate ? found.map((it) => ({ ...it, begins: null, ends: null })) : found
  if (!(await planParts(around.db, run, shown))) throw new OwnershipLost(run.id)
  return true
}

const tooFewRequests = (perSecond = 0) =>
  `The destination is limited to ${perSecond === 1 ? '1 request' : `${perSecond.toLocaleString('en')} requests`} a second, so more parts wouldn't be faster.`

/** The parts of a source, or why it has only one; null where it is never split. A fault that may pass is waited for, as when a page is read. */
async function partsIn(
  { split }: Source,
  { run, around: { db, limits }, parts, plan, signal }: Omit<Splitting, 'perSecond'> & { readonly parts: number },
) {
  if (!split) return null
  const resume = await resumeOf(db, run, plan)
  for (let retry = 1; ; retry += 1) {
    try {
      return await split(parts, signal, resume)
    } catch (thrown) {
      if (!(thrown instanceof SourceFault)) throw thrown
      if (signal.aborted) return null
      if (!thrown.retry || retry > limits.retries) return { why: "We couldn't divide the source, because it returned an error." }
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
  readonly plan: Pick<Plan, 'lines' | 'deletes' | 'joined'>
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
  if (parts.error !== null) await endFailedRun(tx, whole, partlyEnding(parts, sums.delivered, parts.error))
  else {
    const isTwice = await isReadTwice(tx, run, parts.count)
    if (isTwice) await endFailedRun(tx, whole, movedEnding(sums.delivered, parts.areWindows))
    else {
      const places = parts.places.filter((it) => it !== null)
      if (plan.joined && places.length > 0) await leaveCursor(tx, whole, plan.joined(places) as Resume)
      await endRun(tx, whole, ending)
    }
  }
  await countUnsent(tx, whole)
  await forgetDelivered(tx, whole)
}

/** Marks in their order, each once. */
function distinct(marks: readonly Buffer[]): BigUint64Array {
  // A copy of its own, because eight bytes are read at once only where they are aligned.
  const all = new BigUint64Array(new Uint8Array(Buffer.concat(marks)).buffer).sort()
  return all.filter((mark, at) => at === 0 || mark !== all[at - 1])
}

/** Whether several parts have a record in common. A source that reads no record twice by itself makes no marks. */
async function isReadTwice(tx: Kysely<Tables>, { id, companyId }: ClaimedRun, count: number): Promise<boolean> {
  const parts: Buffer[] = []
  for (let number = 1; number <= count; number += 1) {
    const marks: Buffer[] = []
    for await (const kept of identitiesSeen(tx, { companyId, id, part: { run: id, number, runEpoch: 0 } })) marks.push(kept)
    parts.push(Buffer.from(distinct(marks).buffer))
  }
  return 8 * distinct(parts).length < parts.reduce((sum, { length }) => sum + length, 0)
}

const arrived = (delivered: number) =>
  delivered === 0
    ? 'Nothing was delivered.'
    : `${delivered === 1 ? '1 record was' : `${delivered.toLocaleString('en')} records were`} delivered.`

/** The end of a run whose parts have records in common: as many others may be in none of them. */
function movedEnding(delivered: number, areWindows: boolean): Ending {
  const message = areWindows
    ? `We read some records in two windows, so an older state may have been sent last. Set the parts to 1. ${arrived(delivered)}`
    : `We read some records in two parts, so others may be missing. The list has no stable order, or it changed during the run. Sort the request by a field that doesn't change, or set the parts to 1. ${arrived(delivered)}`
  return failedEnding(problem('source/incomplete', { message }))
}

/** The end of a run of which some parts stopped. */
export function partlyEnding({ count, failed }: Pick<PartsSum, 'count' | 'failed'>, delivered: number, why: Problem): Ending {
  const stopped = failed === count ? `All ${count} parts stopped.` : `${failed} of ${count} parts stopped.`
  const message = `${why.message} ${stopped} ${arrived(delivered)}`
  return failedEnding({ ...why, message, detail: message })
}
