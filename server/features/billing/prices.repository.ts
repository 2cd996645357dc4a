/** Versions of the price book. They are added and never changed. */
import { type Kysely, sql } from 'kysely'

import type { PriceBook, PriceBookForm } from '#contract/billing/price-book.ts'
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

/** The one in force. */
export const currentBook = async (db: Db): Promise<PriceBook> => toBook(await books(db).limit(1).executeTakeFirstOrThrow())

export const listBooks = async (db: Db): Promise<PriceBook[]> => (await books(db).limit(100).execute()).map(toBook)

/** The number of the advisory lock, the same in every process. */
const priceLock = 6_311_990

export async function addBook(tx: Db, { currency, plans }: PriceBookForm, userId: string): Promise<PriceBook> {
  await sql`select pg_advisory_xact_lock(${priceLock})`.execute(tx)
  const { version } = await currentBook(tx)
  const row = { version: version + 1, currency, plans: JSON.stringify(plans), created_by: userId }
  await tx.insertInto('price_books').values(row).execute()
  return currentBook(tx)
}
