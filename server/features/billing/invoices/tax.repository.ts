/** The tax on the invoices of companies. */
import { type Kysely, sql } from 'kysely'

import type { Tax } from '#contract/billing/bill.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** By company id. */
export async function taxesOf(db: Db, companyIds: readonly string[]): Promise<ReadonlyMap<string, Tax>> {
  if (companyIds.length === 0) return new Map()
  const { rows } = await sql<Tax & { id: string }>`
    select id, tax_name as name, tax_rate as rate from companies where id = any(${companyIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...tax }) => [id, tax]))
}

export const taxOf = async (db: Db, companyId: string): Promise<Tax> =>
  (await taxesOf(db, [companyId])).get(companyId) ?? { name: '', rate: 0 }

export async function setTax(tx: Db, companyId: string, { name, rate }: Tax): Promise<void> {
  await sql`update companies set tax_name = ${name}, tax_rate = ${rate} where id = ${companyId}`.execute(tx)
}
