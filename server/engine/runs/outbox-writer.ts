/** Fills the outbox of one run: reads pages, enriches, maps and packs them, and keeps each in one commit with the checkpoint. */
import { performance } from 'node:perf_hooks'

import { firstRoute } from '#contract/connectors/config/routes/routes.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { type TakenEvent, takeEvents } from '../../records/connectors/hook-events.repository.ts'
import type { PageOf } from '../../records/ledger/delivery.repository.ts'
import { identitiesSeen, keepPage, type NewPage, pagesSeen } from '../../records/ledger/source-pages.repository.ts'
import { addLookups } from '../../records/runs/lookups.repository.ts'
import { type ClaimedRun, countStoredPages, moveCheckpoint, type StatusReason } from '../../records/runs/run-leases.repository.ts'
import { partBand } from '../../records/runs/run-part.repository.ts'
import { weights } from '../fairness/tenant-scheduling.ts'
import { Listless } from '../kinds/hook/hook-source.ts'
import { persist, persisted } from '../kit/durable-writes.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import type { Enrich, Enriched } from '../kit/enriching.ts'
import { createIdentities, everythingIsNew, type Identities, identitiesOf } from '../kit/identities.ts'
import { type Destination, type Place, type Source, SourceFault, Unreadable } from '../kit/kind.ts'
import type { Measure } from '../kit/metering.ts'
import type { OfCompany, Payloads } from '../kit/payloads.ts'
import type { Plan } from '../kit/plan.ts'
import type { EngineLimits } from '../limits.ts'
import { keyOfDeliveries, type Packed } from '../mapping/packing.ts'
import { type Absence, absenceAfter, type Looked } from '../mapping/unmet.ts'
import { type EarlierKeys, earlierKeysOf, noEarlierKeys } from '../outbox/earlier-keys.ts'
import { bareLookup, bareProblem, storedAs } from '../outbox/private-payloads.ts'
import { resumeOf } from '../plan/cursors.ts'
import { carryUnsent } from '../read/carry-over.ts'
import { linesOfPage, type PageLines } from '../read/page-lines.ts'
import { pagesAndLater, type ReadPage } from '../read/page-reader.ts'
import { type Marked, markPage } from '../read/record-versions.ts'
import { planOf, type Slice, sliced } from './page-slices.ts'
import { suspectRecords } from './suspects.repository.ts'

/** The page of a run without the names of its records: they are values of these. */
export const withoutNames = (packed: Packed, whose: OfCompany, payloads: Payloads): Packed => ({
  ...packed,
  content: { ...packed.content, keys: packed.content.keys.map((key) => payloads.nameOf(key, whose)) },
  ended: packed.ended.map((it) => ({ ...it, error: bareProblem(it.error), key: payloads.nameOf(it.key, whose) })),
})

export type Filling = {
  readonly run: ClaimedRun
  readonly plan: Plan
  readonly source: Source
  /** Begins the keys of a replay's deliveries; null of other runs. What is replayed is no repetition, and nobody is asked for it. */
  readonly replayKey: string | null
  readonly enrich: Enrich | null
  /** Its destinations by their numbers. */
  readonly destinationOf: (route: number) => Pick<Destination, 'endpoint' | 'honoursKeys' | 'isIdempotent'> | null
  readonly around: EngineDeps
  readonly signal: AbortSignal
  /** Resolves when the outbox may take another page, or nothing may be added any more. */
  readonly room: () => Promise<void>
  readonly isStopped: () => boolean
  /** Takes a page over that was kept. */
  readonly enqueue: (page: PageOf) => void
  /** The run waits so many milliseconds for what may come, instead of ending. */
  readonly rest: (milliseconds: number) => void
  /** Resolves with true once more can be read after a last page while the run stays open anyway, and with false when it ends. */
  readonly more: (last: ReadPage) => Promise<boolean>
  readonly tell: (standing: StatusReason | null) => void
  readonly measure: Measure
  readonly waited: () => number
}

const plansOf = (plan: Plan): readonly Plan[] => [plan, ...plan.others.map((it) => it.plan)]

/** Where reading stands while a run moves. */
type Reached = {
  number: number
  first: number
  readonly seen: Identities
  /** Of the records that this process read in the run. */
  readonly keysSeen: Identities
  resume: Place | undefined
  through: number
  isCarefree: boolean
  absence: Absence
  earlier: EarlierKeys
}

/** Which limit of a run is reached; null while none is (`faults.md` F16). `reading` is the time that reading took, in milliseconds. */
function limitReached(
  { number, first }: Reached,
  reading: number,
  { run, around: { limits }, replayKey, plan }: Filling,
): Problem | null {
  // A replay is as long as its plan, its pauses included.
  if (replayKey !== null) return null
  const said = (what: string) =>
    problem('source/page-limit', {
      message: run.part
        ? `A part of the run reached the limit of ${what}. The next run reads from the beginning.`
        : `The run reached the limit of ${what}. The next run continues from there.`,
    })
  const band = run.part ? partBand(run.part.number) : { page: 0, record: 0 }
  // A page of the source is a page for each destination, and one for what goes to none.
  const pagesEach = plan.routing === null ? 1 : plan.others.length + 2
  if (number - band.page >= limits.pagesMax * pagesEach) return said(`${limits.pagesMax.toLocaleString('en')} pages`)
  if (first - band.record >= limits.recordsMax) return said(`${limits.recordsMax.toLocaleString('en')} records`)
  if (reading >= limits.readingMax) return said(`${Math.round(limits.readingMax / 60_000)} minutes of reading`)
  return null
}

/** Reads to the end of the source; null when it is reached or the run was stopped, else why the source cannot be read on. */
export async function fillOutbox(filling: Filling): Promise<Problem | null> {
  const { run, source, replayKey, around, signal, isStopped, room, tell, waited } = filling
  const time = () => performance.now() - waited()
  const measure = replayKey === null ? filling.measure.call : () => {}
  const { db, limits } = around
  let next = run.checkpoint.next
  if (next === null) return null
  const reached: Reached = {
    number: run.pagesRead,
    first: run.recordsRead,
    seen: replayKey === null && !source.tellsApart ? createIdentities() : everythingIsNew,
    keysSeen:
      plansOf(filling.plan).some((it) => it.recordKeys || it.onlyChanged) && replayKey === null
        ? createIdentities()
        : everythingIsNew,
    resume: run.checkpoint.resume,
    through: run.checkpoint.through ?? 0,
    isCarefree: false,
    absence: { unmet: run.unmetLines, since: run.linesSince },
    earlier: noEarlierKeys,
  }
  let reading = 0
  try {
    const seen = await pagesSeen(db, run)
    for await (const marks of identitiesSeen(db, run)) {
      reached.seen.add(marks)
      source.recall?.(marks)
    }
    if (replayKey === null && (run.part?.number ?? 1) === 1)
      await carryUnsent(reached, { ...filling, endpointOf: (route) => filling.destinationOf(route)?.endpoint ?? null })
    // Bodies of a connector that keeps no payloads are not there to be compared.
    if (
      replayKey === null &&
      !run.isPrivate &&
      !plansOf(filling.plan).every(({ recordKeys }) => recordKeys) &&
      filling.plan.reads !== ''
    )
      reached.earlier = await persisted({ runId: run.id, log: around.log }, () => earlierKeysOf(db, run, filling.plan.reads))
    const start = next ?? source.start(await resumeOf(db, run, filling.plan))
    let askedAt = time()
    let limit = limitReached(reached, reading, filling)
    let begins = { record: run.checkpoint.skip ?? 0, within: run.checkpoint.within ?? 0 }
    const isEnough = () => limit !== null
    const ahead = {
      source,
      limits,
      signal,
      seen,
      tell,
      measure,
      waited,
      isEnough,
      isFirstKnown: begins.record + begins.within > 0,
    }
    const more = (last: ReadPage) =>
      filling.more(last).finally(() => {
        askedAt = time()
      })
    let rest: ReadPage['rest']
    for await (const page of pagesAndLater(start, ahead, more)) {
      reading += time() - askedAt
      if (isStopped()) return null
      around.crash('after-fetch')
      // An empty last page is no more than what was read.
      if (limit && (page.records.length > 0 || page.next !== null)) return limit
      const found = filling.enrich && (await filling.enrich(page.records, signal))
      const lines = linesOfPage(page.records, found?.verdicts ?? null, filling.plan.split, replayKey !== null)
      let from = lines.lineAt(begins)
      do {
        await room()
        if (isStopped()) return null
        from = await keep(page, { lines, lookups: found?.lines ?? [], from }, reached, filling)
      } while (from < lines.count)
      begins = { record: 0, within: 0 }
      next = placeAfter(page, filling.plan)
      rest = page.rest
      limit = limitReached(reached, reading, filling)
      askedAt = time()
    }
    if (rest) filling.rest(rest.milliseconds)
    else if (next !== null && !isStopped())
      await persist({ runId: run.id, log: around.log }, () => moveCheckpoint(db, run, checkpointOf(null, reached)))
    return null
  } catch (thrown) {
    if (signal.aborted) return null
    if (thrown instanceof SourceFault) return thrown.problem
    throw thrown
  }
}

/** Where the run reads on: with several destinations also after the last page, until it ends. */
const placeAfter = (page: ReadPage, { routing }: Plan) => page.rest?.place ?? page.next ?? (routing && page.later?.place) ?? null

const checkpointOf = (next: Place | null, { resume, through }: Reached, skip = 0, within = 0) => ({
  next,
  ...(skip === 0 ? {} : { skip }),
  ...(within === 0 ? {} : { within }),
  ...(resume === undefined ? {} : { resume }),
  ...(through === 0 ? {} : { through }),
})

/** Records that are made at once, and whether they are one that is not made any more. */
type Chunk = { readonly count: number; readonly isPoison: boolean }

/**
 * How much of the first page is made at once by a run that was broken off, from a record on; null: all there is. What ends a process is found in few
 * lives (F15): the records that the last owner was making when it died are made one by one, and one that has ended as many as may be while it was made
 * alone is left out.
 */
export function cautiousChunk(
  first: number,
  { stalls, suspected }: Pick<ClaimedRun, 'stalls' | 'suspected'>,
  { carefulRecords, stallsMax }: Pick<EngineLimits, 'carefulRecords' | 'stallsMax'>,
): Chunk | null {
  if (stalls === 0) return null
  const isSuspected = suspected !== null && first >= suspected.position && first < suspected.position + suspected.count
  if (!isSuspected) return { count: carefulRecords, isPoison: false }
  const isPoison = suspected.count === 1 && suspected.deaths >= stallsMax
  return { count: Math.max(1, Math.floor(suspected.count / carefulRecords)), isPoison }
}

/** The first records as the mapping reads them, those that it reads. */
const mappable = (records: readonly unknown[], count: number, verdicts: Enriched['verdicts'] | null): Looked => ({
  count,
  recordAt(at) {
    const record = records[at]
    const verdict = verdicts?.[at]
    if (record instanceof Listless || record instanceof Unreadable || (verdict && !('record' in verdict))) return null
    return { record: verdict ? verdict.record : record }
  },
})

/** Of an event without a list nothing was read that could be mapped another time. */
const repeatable = (records: readonly unknown[]) => records.map((record) => (record instanceof Listless ? null : record))

/** What of a page is kept from a line on. */
type Left = { readonly lines: PageLines; readonly lookups: Enriched['lines']; readonly from: number }

/**
 * Keeps the lines of a page from one on, as many as a page of the outbox holds, with the checkpoint in one commit; what is left is kept by the
 * next call. Returns where that begins.
 */
async function keep(
  page: ReadPage,
  { lines: all, lookups: looked, from }: Left,
  reached: Reached,
  filling: Filling,
): Promise<number> {
  const { run, plan, replayKey, around, enqueue, measure } = filling
  const writer = { runId: run.id, log: around.log }
  const { first, seen } = reached
  const chunk = reached.isCarefree ? null : cautiousChunk(first, run, around.limits)
  const { records, verdicts } = all.from(from, chunk?.count)
  const poison = chunk?.isPoison ? first : null
  // It waits before they are suspected: a process that is ended meanwhile did not die of them.
  const turn = around.turns.take(run.companyId, weights.page)
  if (turn) await turn
  if (chunk !== null && poison === null)
    await persisted(writer, () => suspectRecords(around.db, run, { position: first, count: records.length }))
  const keyPrefix = replayKey ?? keyOfDeliveries(run.id)
  const moment = { now: run.startedAt, hash: (text: string) => around.payloads.hashOf(text, run.companyId) }
  const { slices, taken, lines } = sliced(records, {
    ...{ plan, run: moment, keyPrefix, first, seen, verdicts, poison },
    routes: page.routes?.slice(from) ?? null,
    isInOrder: page.routes !== undefined || page.events !== undefined,
  })
  const until = from + taken
  const isLast = until >= all.count
  const { events = [] } = page
  if (isLast) reached.resume = page.resume ?? reached.resume
  // Events are taken and come no more.
  if (isLast && (page.resume !== undefined || events.length > 0)) reached.through = reached.number + slices.length
  const ofFirst = plan.routing === null ? slices : slices.filter(({ route }) => route === firstRoute)
  if (replayKey === null)
    for (const { packed, records: its, verdicts: itsVerdicts } of ofFirst)
      reached.absence = absenceAfter(plan.lines, reached.absence, mappable(its, packed.taken, itsVerdicts))
  const rows: NewPage[] = []
  const versions: Marked['write'][] = []
  for (const [at, slice] of slices.entries()) {
    const made = await rowOf(
      slice,
      { page, lines: all, from, until, isLast, isFirst: at === 0, number: reached.number + 1 + at },
      reached,
      filling,
    )
    rows.push(made.row)
    versions.push(made.versions)
  }
  reached.number += slices.length
  reached.first += lines
  reached.isCarefree ||= isLast
  const { number } = reached
  // Events are taken with the last of them; enrichments were made for all of them at once.
  const asked = from === 0 ? looked : []
  const lookups = run.isPrivate ? asked.map(bareLookup) : asked
  for (const { packed } of slices) measure.mapped(packed.mappingTime / 1_000, packed.mapped.records, packed.mapped.failed)
  // One that is suspected alone was made: who ends the process from here on is somebody else.
  if (chunk?.count === 1 && poison === null) await persisted(writer, () => suspectRecords(around.db, run, null))
  await persist(
    writer,
    () => write(rows, { events: isLast ? placed(events, first - from, all) : [], lines: lookups, versions }, filling),
    async () => (await countStoredPages(around.db, run)) >= number,
  )
  around.crash('after-outbox-commit')
  for (const { number: its, route, readAt, content } of rows) enqueue({ number: its, route, readAt, content })
  return until
}

type RowPlace = {
  readonly page: ReadPage
  readonly lines: PageLines
  readonly from: number
  readonly until: number
  /** Whether nothing of the page is left. */
  readonly isLast: boolean
  /** Of those that are kept together. */
  readonly isFirst: boolean
  readonly number: number
}

/** A page of the outbox as it is kept, and what is kept with it of the versions of its records. */
async function rowOf(
  { route, records, packed: made }: Slice,
  { page, lines, from, until, isLast, isFirst, number }: RowPlace,
  reached: Reached,
  filling: Filling,
): Promise<{ readonly row: NewPage; readonly versions: Marked['write'] }> {
  const { run, plan, replayKey, around, destinationOf } = filling
  const isMultiplied = plan.group === null && (lines.isSplit || (plan.routing?.isForAll === true && replayKey === null))
  const destination = destinationOf(route)
  const endpoint = destination?.endpoint ?? ''
  const bare = run.isPrivate ? withoutNames(made, run, around.payloads) : made
  const { mappingTime, mapped: _, taken, owned, ...packed } = bare
  const marked = await markPage(
    { content: packed.content, owned, endpoint, route, keysSeen: reached.keysSeen },
    { ...filling, plan: planOf(plan, route), destination: destination ?? {}, earlier: reached.earlier },
  )
  const { startpoint, fingerprint, readAt, place, note = null } = page
  const [begun, done] = [lines.placeOf(from), lines.placeOf(until)]
  const goesOn = page.after
    ? checkpointOf(done.record === 0 ? place : page.after(done.record), reached, 0, done.within)
    : checkpointOf(place, reached, done.record, done.within)
  const isBegin = isFirst && number === 1
  const row: NewPage = {
    ...packed,
    ...storedAs(run, marked.content, repeatable(records.slice(0, taken)), around.payloads),
    // As they are to be recalled, where the source makes marks.
    identities: isFirst
      ? identitiesOf(page, { from: begun.record, until: done.record, own: packed.identities })
      : page.marks
        ? null
        : packed.identities,
    ...{ number, route, startpoint, endpoint, fingerprint, readAt, mappingTime },
    ...{ ended: [...packed.ended, ...marked.unclear], unchanged: marked.unchanged },
    note: isBegin ? [note, reached.earlier.note].filter((it) => it !== null).join(' ') || null : isFirst ? note : null,
    namedBy: page.keyColumns?.length ? JSON.stringify(page.keyColumns) : null,
    isAgain: !isFirst || from > 0 || page.isAgain === true,
    recordCount: taken,
    sourceRecords: isMultiplied ? (isFirst ? done.record - begun.record : 0) : null,
    version: run.version,
    ...{ unmetLines: reached.absence.unmet, linesSince: reached.absence.since },
    checkpoint: isLast ? checkpointOf(placeAfter(page, plan), reached) : goesOn,
  }
  return { row, versions: marked.write }
}

/** Events with the places of their records, of which the first one is at `first`. */
function placed(events: NonNullable<ReadPage['events']>, first: number, { linesOf }: PageLines): TakenEvent[] {
  let next = 0
  return events.map(({ id, records }) => {
    const taken = { id, first: first + linesOf(0, next), records: linesOf(next, records) }
    next += records
    return taken
  })
}

type Beside = {
  readonly events: readonly TakenEvent[]
  readonly lines: Enriched['lines']
  readonly versions: readonly Marked['write'][]
}
async function write(rows: readonly NewPage[], { events, lines, versions }: Beside, { run, around }: Filling): Promise<void> {
  const [only] = rows
  if (only && rows.length === 1 && events.length === 0 && lines.length === 0 && !versions[0])
    return keepPage(around.db, run, only)
  const number = rows[0]?.number ?? 0
  await around.db.transaction().execute(async (tx) => {
    for (const row of rows) await keepPage(tx, run, row)
    for (const keep of versions) await keep?.(tx)
    if (events.length > 0 && (await takeEvents(tx, run, events, rows.at(-1)?.number ?? 0)) < events.length)
      throw new Error(`page ${number} of run ${run.id} holds events that another page has taken`)
    if (lines.length > 0) await addLookups(tx, { ...run, runId: run.id }, number, lines)
  })
}
