/** Records that failed or have an unknown outcome, by their cause. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import {
  type FailedRuns,
  groupedMax,
  otherReasonsId,
  type ProblemGroup,
  problemGroupsMax,
} from '#contract/connectors/problems/problem-group.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { copyColdRange } from '#server/records/ledger/cold-ranges.repository.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'
import { transactionIdOf } from '../runs/transaction-rows.repository.ts'

type Db = Kysely<Tables>

/** A time, ISO 8601; the end is not included. Where one is missing there is no bound. */
export type Range = {
  readonly companyId: string
  readonly connectorId: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly runId?: string | undefined
  /** The number of a destination. */
  readonly destination?: number | undefined
  /** The time is that of the reading, as sums and charts have it; otherwise it is that of the failure. */
  readonly isByReading?: true
  /** The runs of the range that lost something, where they are known: only their weeks of the ledger are planned then. */
  readonly among?: readonly string[]
}

/** The runs of a range that may have lost something in it. */
export async function losingRuns(
  db: Kysely<Tables>,
  { companyId, connectorId, from, to, runId }: Range,
): Promise<readonly string[]> {
  let runs = db
    .selectFrom('runs')
    .select('id')
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where(sql<boolean>`records_failed + records_unknown > 0`)
  if (runId !== undefined) runs = runs.where('id', '=', runId)
  if (from !== undefined) runs = runs.where(sql<boolean>`(ended_at is null or ended_at >= ${from}::timestamptz)`)
  if (to !== undefined) runs = runs.where(sql<boolean>`created_at < ${to}::timestamptz`)
  return (await runs.execute()).map(({ id }) => id)
}

/** In a sentence what differs from record to record: what is quoted, ids, addresses, and whatever holds a digit. */
const differing = String.raw`"[^"]*"|'[^']*'|“[^”]*”|https?://\S+|[[:alnum:]_.+-]+@[[:alnum:]_.-]+|[[:alnum:]_-]*[0-9][[:alnum:]_.:-]*`

/** Longest sentence that is compared, in characters. */
const comparedMax = 1_000
/** Of what a destination answered, in characters; it is kept masked. */
const answerMax = 2_000

/** When a record was lost: it may have been read long before. */
const lostAt = sql`(p.read_at + coalesce(t.took_ms, 0) * interval '1 millisecond')`

/** Lines of the ledger that did not succeed and were not left out on purpose. Where a line does not say why, the attempt that ended it does. */
function lostLines({
  companyId,
  connectorId,
  from,
  to,
  runId,
  destination,
  isByReading,
  among = [],
}: Range): RawBuilder<unknown> {
  const at = isByReading ? sql`p.read_at` : lostAt
  const runs = among.map((r) => ({ r }))
  const bounds = [
    runId === undefined ? sql`` : sql`and r.id = ${runId}`,
    destination === undefined ? sql`` : sql`and p.route = ${destination}`,
    from === undefined
      ? sql``
      : sql`and ${at} >= ${from}::timestamptz and (r.ended_at is null or r.ended_at >= ${from}::timestamptz)`,
    to === undefined
      ? sql``
      : sql`and ${at} < ${to}::timestamptz and p.read_at < ${to}::timestamptz and r.created_at < ${to}::timestamptz`,
    runs.length === 0 ? sql`` : sql`and ${withinRuns('t.run_id', runs)} and ${withinRuns('p.run_id', runs)}`,
  ]
  return sql`
    select t.*, p.read_at, ${lostAt} as lost_at, coalesce(t.error, a.error) as cause, coalesce(t.error -> 'answer', a.answer) as answer
    from runs r
    join transactions t on t.run_id = r.id and t.company_id = r.company_id and t.status in ('failure', 'unknown')
    join source_pages p on p.run_id = t.run_id and p.number = t.page
    left join attempts a on a.run_id = t.run_id and a.position = t.delivery and a.number = t.attempt
      ${runs.length === 0 ? sql`` : sql`and ${withinRuns('a.run_id', runs)}`}
    where r.company_id = ${companyId} and r.connector_id = ${connectorId} and r.records_failed + r.records_unknown > 0
      ${sql.join(bounds, sql` `)}`
}

/** Codes whose sentence says no more than they do. */
const plainCodes = [
  ...['record/too-large', 'record/poison', 'record/repeated', 'record/unclear', 'mapping/empty'],
  ...['destination/cut-off', 'destination/divided'],
]

/**
 * Lines with the name of their cause, `id`. How it is made stands here once, so that groups and the lists of their records cannot disagree. It has
 * the reason of a destination, or the field that a mapping could not fill and the rule that its value broke: another sentence of ours only where
 * nothing else tells causes apart, because a sentence is sometimes reworded (decision 0076, migration 0389 has the same).
 */
const named = (lines: RawBuilder<unknown>) => sql`
  select l.*, md5((case when reason is not null then json_build_array(code, answer_status, null, reason)
    when code = any (${plainCodes}::text[]) then json_build_array(code, answer_status)
    when code = 'mapping/failed' then json_build_array(code, null, substring(message from '^"([^"]+)"'), split_part(sentence, ', but', 1))
    else json_build_array(code, answer_status, sentence) end)::text) as id from (
    select bare.*, cause -> 'answer' ->> 'reason' as reason, coalesce(cause ->> 'code', '') as code, coalesce(cause ->> 'message', '') as message,
      (answer ->> 'status')::int as answer_status, nullif(left(answer ->> 'body', ${answerMax}), '') as answered,
      regexp_replace(left(coalesce(cause ->> 'message', ''), ${comparedMax}), ${differing}, '…', 'g') as sentence
    from (${lines}) as bare) as l`

/** The newest lost lines of a range with their causes: those that are grouped. */
export const groupedLines = (range: Range): RawBuilder<unknown> =>
  named(sql`select * from (${lostLines(range)} order by t.run_id desc, t.position desc limit ${groupedMax}) as newest`)

/** The causes that have a group of their own where there are more than can be told. */
export const largest = (range: Range): RawBuilder<unknown> => sql`
  select id from (${groupedLines(range)}) as g group by id order by count(*) desc, max(lost_at) desc, id limit ${problemGroupsMax - 1}`

/** Whether `t` is of a group. */
const isOf = (range: Range, groupId: string): RawBuilder<unknown> =>
  groupId === otherReasonsId ? sql`t.id <> all (array(${largest(range)}))` : sql`t.id = ${groupId}`

/** Everything that was lost in a range or by one cause of it, as `run_id`, `position`, `record_key`. */
export const allLost = (range: Range, groupId?: string): RawBuilder<unknown> =>
  groupId === undefined
    ? sql`select t.run_id, t.position, t.record_key from (${lostLines(range)}) as t`
    : sql`select t.run_id, t.position, t.record_key from (${named(lostLines(range))}) as t where ${isOf(range, groupId)}`

/** A cause before it is known what became of its records. */
export type LostGroup = Pick<
  ProblemGroup,
  'id' | 'code' | 'message' | 'answerStatus' | 'failed' | 'unknown' | 'isMixed' | 'firstAt' | 'lastAt' | 'example'
>

type Row = Omit<LostGroup, 'firstAt' | 'lastAt' | 'example'> & {
  readonly firstAt: Date
  readonly lastAt: Date
  readonly runId: string
  readonly position: number
  readonly recordKey: string
  readonly said: string
  readonly answered: string | null
}

type Found = { readonly groups: LostGroup[]; readonly records: number; readonly isCut: boolean }

/** The causes of a range, largest first, of its newest lost records. Where they are more than `problemGroupsMax`, the smallest are one group. */
export async function groupsOf(db: Db, range: Range): Promise<Found> {
  const found = await grouped(db, range, sql`true`, sql`id`, problemGroupsMax + 1)
  if (found.groups.length <= problemGroupsMax) return found
  const groups = found.groups.slice(0, problemGroupsMax - 1)
  const ids = groups.map(({ id }) => id)
  const others = await grouped(db, range, sql`id <> all (${ids}::text[])`, sql`${otherReasonsId}::text`, 1)
  return { ...found, groups: [...groups, ...others.groups.map((it) => ({ ...it, isMixed: true }))] }
}

/** @param key what is one group. What its records do not share is told of the newest one. */
async function grouped(
  db: Db,
  range: Range,
  which: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  limit: number,
): Promise<Found> {
  await copyColdRange(db, range, true)
  const newestOf = (column: string) => sql`(array_agg(${sql.ref(column)} order by run_id desc, position desc))[1]`
  const { rows } = await sql<Row & { readonly records: number; readonly isCut: boolean }>`
    with lost as materialized (${lostLines(range)} order by t.run_id desc, t.position desc limit ${groupedMax + 1}),
    kept as materialized (${named(sql`select * from lost order by run_id desc, position desc limit ${groupedMax}`)})
    select ${key} as id, ${newestOf('code')} as code, ${newestOf('sentence')} as message, ${newestOf('answer_status')} as "answerStatus",
      count(*) filter (where status = 'failure') as failed, count(*) filter (where status = 'unknown') as unknown,
      bool_and(reason is null) and count(distinct md5(answered)) > 1 as "isMixed", min(lost_at) as "firstAt", max(lost_at) as "lastAt",
      ${newestOf('run_id')} as "runId", ${newestOf('position')} as position, ${newestOf('record_key')} as "recordKey",
      ${newestOf('message')} as said, ${newestOf('answered')} as answered, (select count(*) from kept) as records, (select count(*) from lost) > ${groupedMax} as "isCut"
    from kept where ${which} group by 1
    order by count(*) desc, max(lost_at) desc, id limit ${limit}`.execute(db)
  const groups = rows.map(({ records: _, isCut: __, runId, position, recordKey, said, answered, firstAt, lastAt, ...group }) => ({
    ...group,
    failed: Number(group.failed),
    unknown: Number(group.unknown),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    example: { transactionId: transactionIdOf(runId, position), recordKey, message: said, answer: answered },
  }))
  return { groups, records: Number(rows[0]?.records ?? 0), isCut: rows[0]?.isCut ?? false }
}

/** Of these causes those that a record was lost for in the range, among its newest lost records. */
export async function lostFor(db: Db, range: Range, causeIds: readonly string[]): Promise<{ id: string; lastAt: Date }[]> {
  await copyColdRange(db, range, true)
  const { rows } = await sql<{ id: string; lastAt: Date }>`
    select id, max(lost_at) as "lastAt" from (${groupedLines(range)}) as t
    where id = any(${causeIds}::text[]) group by id`.execute(db)
  if (!causeIds.includes(otherReasonsId)) return rows
  const { rows: others } = await sql<{ lastAt: Date | null }>`
    select max(lost_at) as "lastAt" from (${groupedLines(range)}) as t where ${isOf(range, otherReasonsId)}`.execute(db)
  return [...rows, ...others.flatMap(({ lastAt }) => (lastAt === null ? [] : [{ id: otherReasonsId, lastAt }]))]
}

/** When the newest record of a range was lost, whatever for; null where none was. */
export async function lostLast(db: Db, range: Range): Promise<Date | null> {
  await copyColdRange(db, range, true)
  const { rows } = await sql<{ lastAt: Date | null }>`select max(lost_at) as "lastAt" from (${lostLines(range)}) as t`.execute(db)
  return rows[0]?.lastAt ?? null
}

/** The first version of the configuration that lost a record for a cause; null where none did in this time. */
export async function firstVersionOf(db: Db, range: Range, groupId: string): Promise<number | null> {
  const { rows } = await sql<{ version: number | null }>`
    select min(r.version) as version from runs r where r.id in (select l.run_id from (${allLost(range, groupId)}) as l)`.execute(
    db,
  )
  return rows[0]?.version ?? null
}

/** Runs that failed in a time, by what they failed for, newest first. */
export async function failedRunsOf(
  db: Db,
  { companyId, connectorId, from, to }: Required<Omit<Range, 'runId' | 'destination' | 'isByReading' | 'among'>>,
): Promise<FailedRuns[]> {
  type Found = Omit<FailedRuns, 'firstAt' | 'lastAt'> & { readonly firstAt: Date; readonly lastAt: Date }
  const { rows } = await sql<Found>`
    select code, message, count(*)::int as count, min(ended_at) as "firstAt", max(ended_at) as "lastAt",
      (array_agg(id order by created_at desc, id desc))[1] as "runId"
    from (
      select id, created_at, ended_at, coalesce(error ->> 'code', '') as code, coalesce(error ->> 'message', status_reason) as message from runs
      where company_id = ${companyId} and connector_id = ${connectorId} and status = 'failed'
        and ended_at >= ${from}::timestamptz and ended_at < ${to}::timestamptz) as failed
    group by code, message order by max(ended_at) desc limit ${problemGroupsMax}`.execute(db)
  return rows.map((row) => ({ ...row, firstAt: row.firstAt.toISOString(), lastAt: row.lastAt.toISOString() }))
}
