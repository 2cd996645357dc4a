/** Versions of the price book. They are added and never changed. */
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'

import type { ListedPriceBook, PriceBook, PriceBookForm } from '#contract/billing/price-book.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

const books = (db: Db) =>
  db
    .selectFrom('price_books as b')
    .leftJoin('users as u', 'u.id', 'b.created_by')
    .select(['b.version', 'b.currency', 'b.plans', 'b.created_at', sql<string | null>`u.email`.as('email')])
    .orderBy('b.version', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof books>['execute']>>[number]

const toBook = ({ version, currency, plans, created_at, email }: Row): PriceBook => ({
  ...{ version, currency, plans, createdAt: created_at.toISOString(), createdBy: email },
})

/** The newest one: what a sign-up sees. */
export const currentBook = async (db: Db): Promise<PriceBook> => toBook(await books(db).limit(1).executeTakeFirstOrThrow())

/** The one that a company agreed to: its limits and its bills are made with it. @param before an instant at which it was; without it now. */
export async function agreedBook(db: Db, companyId: string, before: Date | null = null): Promise<PriceBook> {
  const { rows } = await sql<{ version: number }>`
    select coalesce((select a.before from price_agreements a where a.company_id = c.id and a.at >= ${before}::timestamptz order by a.at limit 1),
      c.price_version) as version from companies c where c.id = ${companyId}`.execute(db)
  return toBook(
    await books(db)
      .where('b.version', '=', rows[0]?.version ?? 0)
      .executeTakeFirstOrThrow(),
  )
}

/** Prices that wait for the agreement of a company; null where the newest ones are agreed, or say the same. */
export async function newerBook(db: Db, agreed: PriceBook): Promise<PriceBook | null> {
  const newest = await currentBook(db)
  const { currency, plans } = agreed
  return newest.currency === currency && isDeepStrictEqual(newest.plans, plans) ? null : newest
}

export async function agreeTo(tx: Db, companyId: string, version: number, before: number): Promise<void> {
  await tx.insertInto('price_agreements').values({ company_id: companyId, version, before }).execute()
  await tx.updateTable('companies').set({ price_version: version }).where('id', '=', companyId).execute()
}

/** When a company agreed to the prices that it pays: later on, or with its sign-up. Null: no one has joined it yet. */
export async function agreedSince(db: Db, companyId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select coalesce((select max(at) from price_agreements where company_id = c.id),
      (select case when count(*) > 0 then greatest(c.created_at, min(created_at)) end from users where company_id = c.id and confirmed)) as at
    from companies c where c.id = ${companyId}`.execute(db)
  return rows[0]?.at ?? null
}

/** With how many companies agreed to each; the operator's own is not counted. */
export async function listBooks(db: Db): Promise<ListedPriceBook[]> {
  const { rows } = await sql<{ version: number; companies: number }>`
    select price_version as version, count(*)::int as companies from companies c
    where not exists (select from users o where o.company_id = c.id and o.role = 'SUPER_ADMIN') group by price_version`.execute(
    db,
  )
  const agreed = new Map(rows.map(({ version, companies }) => [version, companies]))
  return (await books(db).limit(100).execute()).map((row) => ({ ...toBook(row), companies: agreed.get(row.version) ?? 0 }))
}

/** The number of the advisory lock, the same in every process. */
const priceLock = 6_311_990

export async function addBook(tx: Db, { currency, plans }: PriceBookForm, userId: string): Promise<PriceBook> {
  await sql`select pg_advisory_xact_lock(${priceLock})`.execute(tx)
  const { version } = await currentBook(tx)
  const row = { version: version + 1, currency, plans: JSON.stringify(plans), created_by: userId }
  await tx.insertInto('price_books').values(row).execute()
  return currentBook(tx)
}
