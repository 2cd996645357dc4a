/** Addresses that called for a company and are not on its list. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
/** `userId` is null of a webhook event. */
export type Blocked = {
  readonly companyId: string
  readonly userId: string | null
  readonly address: string
  readonly refused: boolean
}

/** Counts a call. True when its administrators are to be told: at most once in so many hours, however many calls come at once. */
export async function noteBlocked(tx: Db, it: Blocked, { notifies, everyHours }: { notifies: boolean; everyHours: number }) {
  const isDue = sql<boolean>`(${notifies} and coalesce(b.noticed_at < now() - ${everyHours} * interval '1 hour', true))`
  const { rows } = await sql<{ is_noticed: boolean }>`
    insert into blocked_addresses as b (company_id, address, refused, last_user, last_was_event, noticed_at)
    values (${it.companyId}, ${it.address}, ${it.refused}, ${it.userId}, ${it.userId === null}, case when ${notifies} then now() end)
    on conflict (company_id, address) do update set
      calls = b.calls + 1, last_at = now(), refused = excluded.refused, last_user = excluded.last_user,
      last_was_event = excluded.last_was_event,
      noticed_at = case when ${isDue} then now() else b.noticed_at end
    returning coalesce(b.noticed_at = now(), false) as is_noticed`.execute(tx)
  return rows[0]?.is_noticed === true
}

export type BlockedRow = {
  readonly address: string
  readonly calls: number
  readonly first_at: Date
  readonly last_at: Date
  readonly refused: boolean
  readonly last_by: string | null
  readonly is_event: boolean
}

const withinRetention = (db: Db, companyId: string, days: number) =>
  db
    .selectFrom('blocked_addresses as b')
    .where('b.company_id', '=', companyId)
    .where('b.last_at', '>', sql<Date>`now() - ${days} * interval '1 day'`)

export async function countBlocked(db: Db, companyId: string, days: number): Promise<number> {
  const row = await withinRetention(db, companyId, days)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(row.rows)
}

type Page = { readonly days: number; readonly limit: number; readonly offset: number }

/** Newest first. */
export const listBlocked = (db: Db, companyId: string, { days, limit, offset }: Page): Promise<BlockedRow[]> =>
  withinRetention(db, companyId, days)
    .leftJoin('users as u', 'u.id', 'b.last_user')
    .select(['b.address', 'b.first_at', 'b.last_at', 'b.refused', 'b.last_was_event as is_event'])
    .select([
      sql<number>`b.calls::float8`.as('calls'),
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('last_by'),
    ])
    .orderBy('b.last_at', 'desc')
    .orderBy('b.address')
    .limit(limit)
    .offset(offset)
    .execute()

/** Of all companies, what was not seen for so many days. */
export async function forgetOldBlocked(db: Db, days: number): Promise<void> {
  await db.deleteFrom('blocked_addresses').where('last_at', '<', sql<Date>`now() - ${days} * interval '1 day'`).execute()
}

/** Those who administer a company and can sign in. */
export const listAdministrators = (db: Db, companyId: string): Promise<{ userId: string }[]> =>
  db
    .selectFrom('users')
    .select('id as userId')
    .where('company_id', '=', companyId)
    .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .where('active', '=', true)
    .where('confirmed', '=', true)
    .where('removed_at', 'is', null)
    .execute()
