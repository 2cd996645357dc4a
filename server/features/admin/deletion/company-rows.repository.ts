/** Everything that the database holds of one company. The tables are read from the database itself, so that one that is added later is not forgotten. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type CompanyTable = { readonly name: string; readonly isReferenced: boolean }

/** What stays: invoices, and that the company was deleted. */
const kept = ['invoices', 'invoice_lines', 'company_deletions']

/** Every table with rows of companies, partitions by themselves: what refers to another one comes before it. */
export async function tablesOfCompanies(db: Db): Promise<CompanyTable[]> {
  const { rows } = await sql<{ name: string; refersTo: string[] }>`
    select c.oid::regclass::text as name, array(
      select distinct f.confrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as "refersTo"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not (c.relname = any(${kept}::text[]))
    order by 1`.execute(db)
  return inOrder(rows)
}

function inOrder(rows: readonly { readonly name: string; readonly refersTo: readonly string[] }[]): CompanyTable[] {
  const ordered: CompanyTable[] = []
  let left = rows
  while (left.length > 0) {
    const referred = new Set(left.flatMap(({ refersTo }) => refersTo))
    const free = left.filter(({ name }) => !referred.has(name))
    if (free.length === 0) throw new Error(`tables of companies refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    for (const { name } of free) ordered.push({ name, isReferenced: rows.some(({ refersTo }) => refersTo.includes(name)) })
    left = left.filter((row) => !free.includes(row))
  }
  return ordered
}

/** @returns how many rows it removed: fewer than `most` where none are left. */
export async function removeRows(db: Db, companyId: string, table: string, most: number): Promise<number> {
  const { rows } = await sql<{ gone: string }>`
    select remove_rows_of_company(${companyId}::uuid, ${table}::regclass, ${most}::int) as gone`.execute(db)
  return Number(rows[0]?.gone ?? 0)
}

export async function listRuns(db: Db, companyId: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('runs').select('id').where('company_id', '=', companyId).limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** What names the company or its people and has no column for the company. */
export async function removeUnmarked(tx: Db, companyId: string): Promise<void> {
  await sql`delete from messages m using users u
    where m.company_id is null and u.company_id = ${companyId} and lower(m.recipient) = lower(u.email)`.execute(tx)
  await sql`delete from login_audit_heads where chain = ${companyId}`.execute(tx)
  await sql`delete from chain_anchors where chain = ${companyId}`.execute(tx)
  await sql`update companies set maintenance_by = null, suspended_by = null where id = ${companyId}`.execute(tx)
  await sql`update audit_names n set target_name = 'Deleted company' from audit_events e
    where e.company_id = n.company_id and e.seq = n.seq and e.target_type = 'company' and e.target_id = ${companyId}::text`.execute(
    tx,
  )
}

/** Its row stays under its id, for its invoices. */
export async function anonymizeCompany(tx: Db, companyId: string): Promise<void> {
  await sql`select anonymize_invoices(${companyId}::uuid)`.execute(tx)
  await sql`update companies set name = 'Deleted company', workspace_name = 'deleted-' || id, payment_method_id = null,
      maintenance_message = null, maintenance_since = null, maintenance_by = null, suspended_by = null, suspended_reason = 'Deleted',
      window_from = null, window_until = null, window_message = null, window_begun = false
    where id = ${companyId}`.execute(tx)
}
