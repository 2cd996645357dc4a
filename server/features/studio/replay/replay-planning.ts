/** What a plan of a replay holds: the records that were asked for, whatever became of them. */
import type { Kysely } from 'kysely'

import { refusal } from '#contract/kit/problem.ts'
import { type ReplayChoice, type ReplayForm, type ReplayTimeframe, replayCountMax } from '#contract/studio/replay.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { recordsOf } from '#server/records/ledger/read-records.repository.ts'
import { givenText } from '#server/records/replay/replay-runs.repository.ts'
import type { ConnectorKey, NewReplay, NewReplayLine } from '#server/records/replay/replays.repository.ts'
import { chosenByIds, newestOf, type Range } from './replay-choice.repository.ts'

type Db = Kysely<Tables>

export type Planned = Pick<NewReplay, 'source' | 'delay' | 'from' | 'to' | 'found' | 'given' | 'lines'>

const day = 24 * 3_600_000

/** A time frame, ISO 8601. Days are those of UTC. */
function rangeOf(timeframe: ReplayTimeframe, asked: Range, now: Date): Range {
  const midnight = Math.floor(now.getTime() / day) * day
  const at = (instant: number) => new Date(instant).toISOString()
  if (timeframe === 'today') return { startDate: at(midnight) }
  if (timeframe === 'yesterday') return { startDate: at(midnight - day), endDate: at(midnight - 1) }
  if (timeframe === 'week') return { startDate: at(now.getTime() - 7 * day) }
  return timeframe === 'filter' ? asked : {}
}

const datesOf = ({ startDate, endDate }: Range) => ({
  from: startDate === undefined ? null : new Date(startDate),
  to: endDate === undefined ? null : new Date(endDate),
})

/** The sentence of the console. */
const noRecord = 'Enter a record as { … }, or a list of records.'

const noDates = { from: null, to: null }

const malformedQuery = (path: string, message: string) => refusal('request/malformed', { message, errors: [{ path, message }] })

function checkRange({ startDate, endDate }: Range): void {
  if (startDate !== undefined && endDate !== undefined && Date.parse(startDate) > Date.parse(endDate))
    throw refusal('analytics/range-reversed')
}

/** Records that were never in the ledger; they are named by their number. */
function planOfGiven(records: readonly unknown[], count: number): Pick<Planned, 'given' | 'lines'> {
  const lines = Array.from({ length: count }, (_, at): NewReplayLine => {
    return { run_id: null, position: null, root_run: null, root_position: null, record_key: String(at + 1) }
  })
  return { given: givenText(records), lines }
}

/** The newest record of a range that is kept. */
async function sampleOf(db: Db, whose: ConnectorKey, range: Range): Promise<unknown> {
  const { lines } = await newestOf(db, whose, range, replayCountMax)
  const places = lines.toReversed().map(({ run_id, position }) => ({ runId: run_id ?? '', position: position ?? 0 }))
  const kept = (await recordsOf(db, whose.companyId, places)).find((it) => it !== null)
  if (!kept) {
    const message = 'No records from this period are stored, so no sample is available.'
    throw refusal('replay/nothing-chosen', { message })
  }
  return kept.record
}

/** The plan of a form. @throws `request/malformed`, `analytics/range-reversed`, `replay/nothing-chosen` when there is no sample. */
export async function planOfForm(db: Db, whose: ConnectorKey, form: ReplayForm, now: Date): Promise<Planned> {
  const { source, timeframe, count, delay, startDate, endDate, destination, sampleData, records } = form
  const range = rangeOf(timeframe, { startDate, endDate }, now)
  checkRange(range)
  if (source === 'custom') {
    if (!records) throw malformedQuery('/records', 'Enter the records to send.')
    const wrong = records.findIndex((it) => typeof it !== 'object' || it === null || Array.isArray(it))
    if (wrong >= 0) throw malformedQuery(`/records/${wrong}`, noRecord)
    const given = records.slice(0, count)
    return { source, delay, ...noDates, found: records.length, ...planOfGiven(given, given.length) }
  }
  if (source === 'sample') {
    if (sampleData !== undefined && (typeof sampleData !== 'object' || sampleData === null || Array.isArray(sampleData)))
      throw malformedQuery('/sampleData', noRecord)
    const record = sampleData === undefined ? await sampleOf(db, whose, range) : sampleData
    return { source, delay, ...noDates, found: count, ...planOfGiven([record], count) }
  }
  return { source, delay, ...datesOf(range), ...(await newestOf(db, whose, { ...range, destination }, count)), given: null }
}

/** Checks that exactly one thing was chosen. @throws `request/malformed`, `analytics/range-reversed`. */
export function checkChoice({ transactionIds, problem, runId, allFailed, destination, startDate, endDate }: ReplayChoice): void {
  if ([transactionIds, problem, runId, allFailed].filter((it) => it !== undefined).length !== 1)
    throw malformedQuery('/transactionIds', 'Choose transactions, a problem, a run, or all failed records.')
  if (transactionIds !== undefined && destination !== undefined)
    throw malformedQuery(
      '/destination',
      'Single transactions go to the destination of their run. Remove the destination from the request.',
    )
  checkRange({ startDate, endDate })
}

/** The plan of transactions that were chosen one by one. @throws `replay/unknown-transaction` when one of them is not the connector's. */
export async function planOfIds(db: Db, whose: ConnectorKey, choice: ReplayChoice): Promise<Planned> {
  const { transactionIds = [], startDate, endDate, delay } = choice
  const chosen = await chosenByIds(db, whose, transactionIds)
  if (!chosen) throw refusal('replay/unknown-transaction')
  return { source: 'live', delay, ...datesOf({ startDate, endDate }), ...chosen, given: null }
}

/** What a plan of everything that failed is made of. */
export function failedOf({ problem, runId, destination, startDate, endDate, delay }: ReplayChoice) {
  return { delay, ...datesOf({ startDate, endDate }), failed: { runId, problem, destination, from: startDate, to: endDate } }
}
