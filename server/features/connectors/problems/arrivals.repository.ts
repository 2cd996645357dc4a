/** Which records that failed or have an unknown outcome arrived later, by a replay or by a later run. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import { otherReasonsId, type ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { copyColdRange } from '#server/records/ledger/cold-ranges.repository.ts'
import { hasOwnKey, type RecordLine, replacedAmong } from '#server/records/ledger/record-versions.repository.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'
import { groupedLines, largest, losingRuns, type Range } from './problem-groups.repository.ts'

type Db = Kysely<Tables>

/** A lost record: its cause, its line, and the run that delivered it after all. */
export type LostLine = RecordLine & {
  readonly cause: string
  readonly status: 'failure' | 'unknown'
  readonly run_id: string
  readonly read_at: Date
  readonly by: string | null
}

type Delivery = {
  readonly id: string
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly replayId: string | null
}

/** What became of the records of one cause. */
export type Arrivals = Pick<
  ProblemGroup,
  'arrived' | 'arrivedAt' | 'replayId' | 'arrivedRun' | 'arrivedRuns' | 'records' | 'openRecords'
>

/**
 * The lost records that are grouped, each with the newest run that delivered it: itself sent again, the record that it is a replay of, or
 * another replay of that. The same rule as the plan of a replay (`recordStatusOf`).
 */
async function lostLinesOf(db: Db, whole: Range): Promise<LostLine[]> {
  const { companyId } = whole
  await copyColdRange(db, whole, true)
  const among = await losingRuns(db, whole)
  if (among.length === 0) return []
  const range = { ...whole, among }
  const { rows } = await sql<LostLine>`
    with rooted as materialized (
      select k.id as cause, k.status, k.run_id, k.read_at, k.position, k.record_key, coalesce(l.root_run, c.from_run, k.run_id) as root_run,
        coalesce(l.root_position, c.from_position, k.position) as root_position
      from (${groupedLines(range)}) as k
      left join replays y on y.run_id = k.run_id and y.company_id = ${companyId}
      left join replay_lines l on l.replay_id = y.id and l.place = k.position
      left join carried_records c on c.run_id = k.run_id and c.position = k.position and c.company_id = ${companyId}),
    sent as (
      select root_run, root_position, root_run as run_id, root_position as position from rooted
      union select r.root_run, r.root_position, y.run_id, l.place from rooted r
        join replay_lines l on l.root_run = r.root_run and l.root_position = r.root_position and l.company_id = ${companyId}
        join replays y on y.id = l.replay_id where l.place is not null and y.run_id is not null
      union select r.root_run, r.root_position, c.run_id, c.position from rooted r
        join carried_records c on c.from_run = r.root_run and c.from_position = r.root_position and c.company_id = ${companyId}),
    delivered as (
      select s.root_run, s.root_position, max(s.run_id::text collate "C") as by from sent s
      join transactions t on t.run_id = s.run_id and t.position = s.position and t.company_id = ${companyId} and t.status = 'success'
      group by s.root_run, s.root_position)
    select r.*, d.by from rooted r left join delivered d on d.root_run = r.root_run and d.root_position = r.root_position`.execute(
    db,
  )
  return rows
}

/** The runs that delivered something, by id. */
export async function deliveriesOf(db: Db, companyId: string, runIds: readonly string[]): Promise<Map<string, Delivery>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<Delivery>`
    select r.id, coalesce(r.started_at, r.created_at) as "startedAt", r.ended_at as "endedAt", y.id as "replayId" from runs r
    left join replays y on y.run_id = r.id and y.company_id = r.company_id
    where r.company_id = ${companyId} and r.id = any(${runIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The lost lines of a range, each with the run that delivered it after all: itself, or the same record later under its key. */
export async function followedLines(db: Db, range: Range): Promise<LostLine[]> {
  const lines = await lostLinesOf(db, range)
  const replaced = await replacedAmong(
    db,
    range,
    lines.filter(({ by }) => by === null),
  )
  return lines.map((line) => {
    const later = replaced.get(line)
    return { ...line, by: line.by ?? (later?.isSame ? later.by : null) }
  })
}

/** Of the failed records and of those with an unknown outcome. */
export type DeliveredLater = { readonly failed: number; readonly unknown: number }

/** How many lost records of a range were delivered later. */
export async function deliveredLaterOf(db: Db, range: Range): Promise<DeliveredLater> {
  const arrived = (await followedLines(db, range)).filter(({ by }) => by !== null)
  const failed = arrived.filter(({ status }) => status === 'failure').length
  return { failed, unknown: arrived.length - failed }
}

/**
 * By the id of the cause.
 * @param groupOf the group that a cause is shown in.
 */
export async function arrivalsOf(
  db: Db,
  range: Range,
  groupOf: (cause: string) => string,
): Promise<ReadonlyMap<string, Arrivals>> {
  const lines = await followedLines(db, range)
  const ended = lines.map((line) => ({ group: groupOf(line.cause), name: nameOf(line), by: line.by }))
  const deliveries = await deliveriesOf(db, range.companyId, [...new Set(ended.flatMap(({ by }) => by ?? []))])
  return new Map([...Map.groupBy(ended, ({ group }) => group)].map(([group, those]) => [group, summed(those, deliveries)]))
}

/** The same for the lines of one record. */
const nameOf = (line: LostLine) => (hasOwnKey(line) ? line.record_key : `${line.root_run} ${line.root_position}`)

type Ended = { readonly name: string; readonly by: string | null }

function summed(lines: readonly Ended[], deliveries: ReadonlyMap<string, Delivery>): Arrivals {
  const arrived = lines.filter(({ by }) => by !== null)
  // Ids of runs grow with time.
  const newestFirst = [...new Set(arrived.flatMap(({ by }) => by ?? []))].toSorted().toReversed()
  const found = newestFirst.flatMap((by) => deliveries.get(by) ?? [])
  const isOpen = found.some(({ endedAt }) => endedAt === null)
  const last = Math.max(...found.map(({ endedAt }) => endedAt?.getTime() ?? 0))
  const [newest] = found
  return {
    arrived: arrived.length,
    arrivedAt: isOpen || newest === undefined ? null : new Date(last).toISOString(),
    replayId: found.find(({ replayId }) => replayId !== null)?.replayId ?? null,
    arrivedRun: newest === undefined ? null : { runId: newest.id, startedAt: newest.startedAt.toISOString() },
    arrivedRuns: found.length,
    records: new Set(lines.map(({ name }) => name)).size,
    openRecords: new Set(lines.flatMap(({ name, by }) => (by === null ? [name] : []))).size,
  }
}

/** Of the ledger, by what a transaction says; what was not lost has no cause. */
const statusesOf: Readonly<Record<Transaction['status'], readonly LostLine['status'][]>> = {
  failure: ['failure'],
  pending: ['unknown'],
  success: [],
  skipped: [],
  'left-out': [],
}

/** Whether a line is of a cause; the last group is all the causes that have none of their own. */
async function causeTest(db: Db, range: Range, causeId: string): Promise<(line: LostLine) => boolean> {
  if (causeId !== otherReasonsId) return ({ cause }) => cause === causeId
  const { rows } = await sql<{ id: string }>`select id from (${largest(range)}) as g`.execute(db)
  const own = new Set(rows.map(({ id }) => id))
  return ({ cause }) => !own.has(cause)
}

const newestFirst = (a: LostLine, b: LostLine) =>
  a.run_id === b.run_id ? (b.position ?? 0) - (a.position ?? 0) : a.run_id < b.run_id ? 1 : -1

type Window = {
  readonly columns: RawBuilder<unknown>
  readonly offset: number
  readonly limit: number
  /** Only lines of the destination with this number. */
  readonly destination?: number | undefined
}

/**
 * The records of a cause that are still lost, newest first, each by its newest line, as `columns` of `t`; all of them where each was delivered later.
 * `status` narrows them further.
 */
export async function linesOfCause<Line>(
  db: Db,
  range: Range,
  causeId: string,
  status: Transaction['status'] | undefined,
  { columns, offset, limit, destination }: Window,
): Promise<{ lines: Line[]; total: number }> {
  const isOf = await causeTest(db, range, causeId)
  const found = (await followedLines(db, range)).filter(isOf).toSorted(newestFirst)
  const open = found.filter(({ by }) => by === null)
  const newest = new Map<string, LostLine>()
  for (const line of open.length === 0 ? found : open) if (!newest.has(nameOf(line))) newest.set(nameOf(line), line)
  const ended = [...newest.values()].filter((line) => status === undefined || statusesOf[status].includes(line.status))
  const wanted = destination === undefined ? ended : await linesTo(db, range.companyId, ended, destination)
  const places = wanted.slice(offset, offset + limit).map((line, n) => ({ n, r: line.run_id, p: line.position }))
  const { rows } = await sql<Line>`
    select ${columns} from json_to_recordset(${JSON.stringify(places)}::json) as k(n int, r uuid, p int)
    join transactions t on t.run_id = k.r and t.position = k.p and t.company_id = ${range.companyId} and ${withinRuns('t.run_id', places)}
    order by k.n`.execute(db)
  return { lines: rows, total: wanted.length }
}

/** Those of some lines that went to a destination. */
async function linesTo(db: Db, companyId: string, lines: readonly LostLine[], destination: number): Promise<LostLine[]> {
  const places = lines.map((line, n) => ({ n, r: line.run_id, p: line.position }))
  const { rows } = await sql<{ n: number }>`
    select k.n from json_to_recordset(${JSON.stringify(places)}::json) as k(n int, r uuid, p int)
    join transactions t on t.run_id = k.r and t.position = k.p and t.company_id = ${companyId} and ${withinRuns('t.run_id', places)}
    join source_pages p on p.run_id = t.run_id and p.number = t.page and ${withinRuns('p.run_id', places)} and p.route = ${destination}`.execute(
    db,
  )
  const found = new Set(rows.map(({ n }) => n))
  return lines.filter((_, n) => found.has(n))
}
