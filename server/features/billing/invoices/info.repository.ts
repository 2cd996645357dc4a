/** What a company owes, and what it has paid. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type Due = { readonly due: number; readonly dueAt: Date | null }

export async function findDue(db: Db, companyId: string): Promise<Due> {
  const { rows } = await sql<Due>`
    select coalesce(sum(total - credited), 0)::int8 as due, min(due_at) as "dueAt" from invoices
    where company_id = ${companyId} and kind = 'invoice' and status in ('open', 'failed')`.execute(db)
  return rows[0] ?? { due: 0, dueAt: null }
}

/** Totals of the two newest invoices. */
export async function lastTotals(db: Db, companyId: string): Promise<number[]> {
  const { rows } = await sql<{ total: number }>`
    select (total - credited)::int8 as total from invoices where company_id = ${companyId} and kind = 'invoice' and status <> 'draft'
    order by period desc limit 2`.execute(db)
  return rows.map(({ total }) => total)
}

/** By the month of the payment, oldest first; months without one too. What was credited before an invoice was paid was not paid. */
export async function paidByMonth(
  db: Db,
  companyId: string,
  now: Date,
  months: number,
): Promise<{ month: string; amount: number }[]> {
  const { rows } = await sql<{ month: string; amount: number }>`
    select m.at::date::text as month, coalesce(sum(i.total + coalesce((
      select sum(n.total) from invoices n where n.credits = i.id and n.invoice_date <= i.paid_at), 0)), 0)::int8 as amount
    from generate_series(date_trunc('month', ${now}::timestamptz at time zone 'UTC') - ${months - 1} * interval '1 month',
      date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') as m(at)
    left join invoices i on i.company_id = ${companyId} and i.kind = 'invoice' and i.status = 'paid'
      and i.paid_at at time zone 'UTC' >= m.at and i.paid_at at time zone 'UTC' < m.at + interval '1 month'
    group by m.at order by m.at`.execute(db)
  return rows
}
