/** Why the records of a plan failed. */
import { type Kysely, sql } from 'kysely'

import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { copyColdRecords } from '#server/records/ledger/cold-copies.repository.ts'
import type { ReplayLineRow, ReplayRow } from '#server/records/replay/replays.repository.ts'

type Db = Kysely<Tables>

/** How many failed records of a plan would fail again, as it was planned. @param numbers of the lines that failed; null where the lines say so themselves. */
export async function failsAgain(db: Db, row: ReplayRow, numbers: readonly number[] | null): Promise<number> {
  if (row.run_id !== null || row.discarded_at !== null || numbers?.length === 0) return 0
  const which = numbers === null ? sql`l.standing = 'never-arrived'` : sql`l.number = any(${numbers}::int[])`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from replay_lines l
    where l.replay_id = ${row.id} and l.company_id = ${row.company_id} and l.would_fail and ${which}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Statuses of a destination that says that the content is wrong. The others may be over: a resource that was missing, a right, a limit. */
const invalid: readonly number[] = [400, 415, 422]
const unmade: readonly string[] = ['mapping/failed', 'mapping/empty', 'record/too-large']

/** Whether a record failed for what it contains. */
export const isOfContent = ({ error, answer }: Pick<Reason, 'error' | 'answer'>): boolean =>
  unmade.includes(error?.code ?? '') ||
  (error?.code === 'destination/refused' && answer !== null && invalid.includes(answer.status))

const joinedReasons = sql`
    join runs r on r.id = l.run_id and r.company_id = l.company_id
    join transactions t on t.run_id = l.run_id and t.position = l.position and t.company_id = l.company_id
    left join attempts a on a.run_id = t.run_id and a.position = t.delivery and a.number = t.attempt
    cross join lateral (select coalesce(t.error, a.error) as error, coalesce(t.error -> 'answer', a.answer) as answer) as why`
const ofContent = sql`(why.error ->> 'code' = any(${unmade}::text[])
      or (why.error ->> 'code' = 'destination/refused' and (why.answer ->> 'status')::int = any(${invalid}::int[])))`

/** Writes down which records failed for what they contain with the version of the plan: the same version makes the same of them. */
export async function keepSameVersion(db: Db, { id, company_id, version }: ReplayRow): Promise<void> {
  await sql`
    update replay_lines set would_fail = true
    where replay_id = ${id} and company_id = ${company_id} and number in (
      select l.number from replay_lines l ${joinedReasons}
      where l.replay_id = ${id} and l.company_id = ${company_id} and r.version = ${version} and t.status = 'failure' and ${ofContent})`.execute(
    db,
  )
}

/** The records that failed for what they contain with another version than the plan's, in order. */
export async function otherVersionLines(db: Db, { id, company_id, version }: ReplayRow, limit: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.number, l.run_id, l.position from replay_lines l ${joinedReasons}
    where l.replay_id = ${id} and l.company_id = ${company_id} and r.version <> ${version} and t.status = 'failure' and ${ofContent}
    order by l.number limit ${limit}`.execute(db)
  return rows
}

/** Writes down which records would fail again. */
export async function keepFailing(
  db: Db,
  { id, company_id }: Pick<ReplayRow, 'id' | 'company_id'>,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return
  await db
    .updateTable('replay_lines')
    .set({ would_fail: true })
    .where('replay_id', '=', id)
    .where('company_id', '=', company_id)
    .where('number', '=', sql<number>`any(${numbers}::int[])`)
    .execute()
}

type Line = Pick<ReplayLineRow, 'number' | 'run_id' | 'position'>

/** What ended a record in its run. */
export type Reason = {
  readonly error: Problem | null
  readonly answer: ForeignAnswer | null
  /** When its last attempt ended; null where nothing was sent. */
  readonly at: Date | null
  /** Of the run. */
  readonly version: number
}

/** Why some lines failed or may have arrived, by their numbers. */
export async function reasonsOf(db: Db, companyId: string, lines: readonly Line[]): Promise<ReadonlyMap<number, Reason>> {
  const places = lines.flatMap(({ number: n, run_id: r, position: p }) => (r === null || p === null ? [] : [{ n, r, p }]))
  if (places.length === 0) return new Map()
  await copyColdRecords(
    db,
    companyId,
    places.map(({ r, p }) => ({ runId: r, position: p })),
  )
  const { rows } = await sql<{ n: number } & Reason>`
    select k.n, coalesce(t.error, a.error) as error, coalesce(t.error -> 'answer', a.answer) as answer, a.ended_at as at, r.version
    from json_to_recordset(${JSON.stringify(places)}::json) as k(n int, r uuid, p int)
    join transactions t on t.run_id = k.r and t.position = k.p and t.company_id = ${companyId}
    join runs r on r.id = k.r and r.company_id = ${companyId}
    left join attempts a on a.run_id = t.run_id and a.position = t.delivery and a.number = t.attempt`.execute(db)
  return new Map(rows.map(({ n, ...reason }) => [n, reason]))
}

/** When some runs ended, by their ids; of one that still runs, when it began. */
export async function endsOf(db: Db, companyId: string, runs: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (runs.length === 0) return new Map()
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, coalesce(ended_at, started_at, created_at) as at from runs
    where id = any(${runs}::uuid[]) and company_id = ${companyId}`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}
