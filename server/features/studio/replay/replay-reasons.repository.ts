/** Why the records of a plan failed, and whether they will again. */
import { type Kysely, sql } from 'kysely'

import type { Problem } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { ReplayLineRow, ReplayRow } from './replays.repository.ts'

type Db = Kysely<Tables>

/** Statuses of a destination that says that the content is wrong. The others may be over: a resource that was missing, a right, a limit. */
const invalid = [400, 415, 422]

/**
 * How many of the failed records of a plan failed with its version and for what they contain.
 * @param numbers of the lines that failed; null where the lines say so themselves.
 */
export async function failsAgain(db: Db, row: ReplayRow, numbers: readonly number[] | null): Promise<number> {
  if (row.run_id !== null || row.discarded_at !== null || numbers?.length === 0) return 0
  const which = numbers === null ? sql`l.standing = 'never-arrived'` : sql`l.number = any(${numbers}::int[])`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from replay_lines l
    join runs r on r.id = l.run_id and r.company_id = l.company_id and r.version = ${row.version}
    join transactions t on t.run_id = l.run_id and t.position = l.position and t.company_id = l.company_id
    left join attempts a on a.run_id = t.run_id and a.position = t.delivery and a.number = t.attempt
    cross join lateral (select coalesce(t.error, a.error) as error, coalesce(t.error -> 'answer', a.answer) as answer) as why
    where l.replay_id = ${row.id} and l.company_id = ${row.company_id} and ${which} and (why.error ->> 'code' = 'mapping/failed'
      or (why.error ->> 'code' = 'destination/refused' and (why.answer ->> 'status')::int = any(${invalid}::int[])))`.execute(db)
  return rows[0]?.count ?? 0
}

type Line = Pick<ReplayLineRow, 'number' | 'run_id' | 'position'>

/** Why some lines failed, by their numbers. */
export async function reasonsOf(db: Db, companyId: string, lines: readonly Line[]): Promise<ReadonlyMap<number, Problem>> {
  const places = lines.flatMap(({ number: n, run_id: r, position: p }) => (r === null || p === null ? [] : [{ n, r, p }]))
  if (places.length === 0) return new Map()
  const { rows } = await sql<{ n: number; error: Problem }>`
    select k.n, coalesce(t.error, a.error) as error from json_to_recordset(${JSON.stringify(places)}::json) as k(n int, r uuid, p int)
    join transactions t on t.run_id = k.r and t.position = k.p and t.company_id = ${companyId}
    left join attempts a on a.run_id = t.run_id and a.position = t.delivery and a.number = t.attempt
    where coalesce(t.error, a.error) is not null`.execute(db)
  return new Map(rows.map(({ n, error }) => [n, error]))
}
