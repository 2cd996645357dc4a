/** The records of a replay as they are shown, page by page. */
import type { Kysely } from 'kysely'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { ReplayInclude, ReplayLine, ReplayRecordStatus } from '#contract/studio/replay.ts'
import { decisionOf, isSelected } from '#contract/studio/replay-selection.ts'
import type { ReplayCounts } from '#server/platform/database/tables/stored-values.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import {
  asChosen,
  countLines,
  isPicked,
  type LinesPart,
  linesAfter,
  type ReplayRow,
} from '#server/records/replay/replays.repository.ts'
import { transactionIdOf } from '../../connectors/runs/transaction-rows.repository.ts'
import type { Chosen } from './replay-opening.ts'
import { type LineWithStatus, linesWithStatus, runOf } from './replay-presenter.ts'
import { reasonsOf } from './replay-reasons.repository.ts'
import { endedAt, outcomeAt } from './replay-results.repository.ts'

type Db = Kysely<Tables>

/** Whether it is not decided yet that a record is sent, and it will be as far as is known. */
function isToCome({ counts, include }: ReplayRow, line: LineWithStatus): boolean {
  const sliced = counts as ReplayCounts | null
  return sliced !== null && line.number > sliced.decided && include !== null && isPicked(line, include as ReplayInclude)
}

const leftOut: Readonly<Partial<Record<ReplayRecordStatus, string>>> = {
  arrived: 'This record or a later version has already arrived.',
  skipped: 'This record was skipped or left out in its original run.',
  unknown: 'This record may have arrived, or a later record with its key has.',
  pending: 'This record is still being delivered.',
  'not-kept': "This record's original is not stored.",
  'no-destination': 'The destination of this record was removed from the connector.',
}

/** Some lines as they stand. */
async function toLines(db: Db, replay: ReplayRow, lines: readonly LineWithStatus[], run: Run | null): Promise<ReplayLine[]> {
  const places = lines.flatMap(({ place }) => place ?? [])
  const reasons = run ? new Map() : await reasonsOf(db, replay.company_id, lines)
  const ended = run ? await endedAt(db, replay.company_id, run.runId, places) : new Map()
  return lines.map((line) => {
    const { number, record_key: recordKey, standing, place, run_id, position } = line
    const original = run_id === null || position === null ? null : transactionIdOf(run_id, position)
    const decision = decisionOf(standing, line.would_fail)
    const common = { number, recordKey, recordName: null, standing, decision, why: null, original }
    const nothing = { transactionId: null, details: null, error: null }
    if (run === null) {
      const outcome = replay.discarded_at === null ? ('planned' as const) : ('not-sent' as const)
      const why = leftOut[standing] ?? null
      return { ...common, ...nothing, outcome, details: why, error: why === null ? (reasons.get(number)?.error ?? null) : null }
    }
    if (place === null && isToCome(replay, line))
      return { ...common, ...nothing, outcome: run.endedAt === null ? ('waiting' as const) : ('not-sent' as const) }
    if (place === null) return { ...common, ...nothing, outcome: 'left-out' as const, details: leftOut[standing] ?? null }
    const end = ended.get(place)
    const outcome = outcomeAt(place, end?.status ?? null, run)
    if (!end)
      return { ...common, ...nothing, outcome, transactionId: place < run.recordsRead ? transactionIdOf(run.runId, place) : null }
    const { transactionId, details, error } = end.transaction
    return { ...common, outcome, transactionId, details: outcome === 'success' ? null : details, error }
  })
}

const known = (lines: Awaited<ReturnType<typeof linesAfter>>) =>
  lines.map((line): LineWithStatus => ({ ...line, standing: line.standing ?? 'not-kept' }))

/** Some lines of a replay, as they are stored and as they are shown; `total` counts all of them. */
export type LinesPage = { readonly rows: LineWithStatus[]; readonly data: ReplayLine[]; readonly total: number }

/** What a plan sends unless a person chooses otherwise: nothing that would fail again. */
const usual: Omit<LinesPart, 'isSent'> = {
  include: { arrived: false, unknown: false, skipped: false },
  selection: { ...asChosen, withFailing: false },
}

type Wanted = { readonly page: number; readonly limit: number; readonly part?: 'sent' | 'exceptions' | undefined }

/** One page of them; `page` counts from 1. */
export async function pageOfLines(db: Db, row: ReplayRow, { page, limit, part }: Wanted): Promise<LinesPage> {
  const from = (page - 1) * limit
  const run = await runOf(db, row)
  const counts = row.counts as ReplayCounts | null
  const shown = async (rows: LineWithStatus[], total: number) => ({ rows, data: await toLines(db, row, rows, run), total })
  if (counts && part) {
    const wanted = { ...usual, isSent: part === 'sent' }
    return shown(known(await linesAfter(db, row, 0, limit, wanted, from)), await countLines(db, row, wanted))
  }
  // Their numbers have no gap.
  if (counts) {
    const total = Object.values(counts.standings).reduce((sum, count) => sum + count, 0)
    return shown(known(await linesAfter(db, row, from, limit)), total)
  }
  const all = await linesWithStatus(db, row)
  const lines = part ? all.filter((line) => isSelected(asSeen(line), usual.include, usual.selection) === (part === 'sent')) : all
  return shown(lines.slice(from, from + limit), lines.length)
}

const asSeen = ({ number, standing, would_fail: wouldFail }: LineWithStatus) => ({ number, standing, wouldFail })

/** The first records that are sent by a choice and what a person selected. */
export async function firstSent(
  db: Db,
  row: ReplayRow,
  { include, selection = asChosen }: Chosen,
  limit: number,
): Promise<LineWithStatus[]> {
  if (row.counts) return known(await linesAfter(db, row, 0, limit, { include, selection, isSent: true }))
  return (await linesWithStatus(db, row)).filter((line) => isSelected(asSeen(line), include, selection)).slice(0, limit)
}
