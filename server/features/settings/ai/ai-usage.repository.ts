/** What a company used of AI providers today (UTC), and how its provider did last. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
export type Used = { readonly calls: number; readonly tokens: number; readonly tests: number }

const today = sql`(now() at time zone 'utc')::date`

export async function usedToday(db: Db, companyId: string): Promise<Used> {
  const { rows } = await sql<Used>`
    select calls, tokens::float8 as tokens, tests from ai_usage where company_id = ${companyId} and day = ${today}`.execute(db)
  return rows[0] ?? { calls: 0, tokens: 0, tests: 0 }
}

export async function addUsage(db: Db, companyId: string, { calls = 0, tokens = 0, tests = 0 }: Partial<Used>): Promise<void> {
  await sql`
    insert into ai_usage as u (company_id, day, calls, tokens, tests) values (${companyId}, ${today}, ${calls}, ${tokens}, ${tests})
    on conflict (company_id, day) do update
      set calls = u.calls + excluded.calls, tokens = u.tokens + excluded.tokens, tests = u.tests + excluded.tests`.execute(db)
}

export type Last = { readonly at: Date; readonly provider: string; readonly isOk: boolean; readonly said: string }

export async function lastOf(db: Db, companyId: string): Promise<Last | null> {
  const { rows } = await sql<Last>`
    select at, provider, is_ok as "isOk", said from ai_last where company_id = ${companyId}`.execute(db)
  return rows[0] ?? null
}

export async function keepLast(db: Db, companyId: string, { provider, isOk, said }: Omit<Last, 'at'>): Promise<void> {
  await sql`
    insert into ai_last (company_id, provider, is_ok, said) values (${companyId}, ${provider}, ${isOk}, ${said})
    on conflict (company_id) do update set at = now(), provider = excluded.provider, is_ok = excluded.is_ok, said = excluded.said`.execute(
    db,
  )
}
