/** What a company owes, and what it has paid. */
import { type Kysely, sql } from 'kysely'
import type { UnpaidInvoice } from '#contract/billing/plan.ts'
import type { PriceBook } from '#contract/billing/price-book.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** No company has more that anyone looks at in one place. */
const unpaidMax = 12

export type Due = { readonly currency: PriceBook['currency']; readonly due: number; readonly dueAt: Date | null }

/** By currency. */
export async function findDues(db: Db, companyId: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select currency, sum(total - credited)::int8 as due, min(due_at) as "dueAt" from invoices
    where company_id = ${companyId} and kind = 'invoice' and status in ('open', 'failed') group by currency order by currency`.execute(
    db,
  )
  return rows
}

/** Invoices that are issued and not paid, the oldest first. */
export async function findUnpaid(db: Db, companyId: string): Promise<UnpaidInvoice[]> {
  const { rows } = await sql<Omit<UnpaidInvoice, 'dueAt'> & { dueAt: Date }>`
    select id, number, period::text as from, (total - credited)::int8 as amount, currency, status, due_at as "dueAt" from invoices
    where company_id = ${companyId} and kind = 'invoice' and status in ('open', 'failed') order by period, number limit ${unpaidMax}`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, dueAt: row.dueAt.toISOString() }))
}

/** Totals of the two newest invoices where both are in one currency. */
export async function lastTotals(db: Db, companyId: string): Promise<number[]> {
  const { rows } = await sql<{ total: number; currency: string }>`
    select (total - credited)::int8 as total, currency from invoices where company_id = ${companyId} and kind = 'invoice' and status <> 'draft'
    order by period desc limit 2`.execute(db)
  return rows.filter(({ currency }) => currency === rows[0]?.currency).map(({ total }) => total)
}

export type Paid = { readonly currency: PriceBook['currency']; readonly month: string; readonly amount: number }

/** By currency and the month of the payment; months without one are left out. What was credited before an invoice was paid was not paid. */
export async function paidByMonth(db: Db, companyId: string, since: Date): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select i.currency, date_trunc('month', i.paid_at at time zone 'UTC')::date::text as month,
      sum(i.total + coalesce((select sum(n.total) from invoices n where n.credits = i.id and n.invoice_date <= i.paid_at), 0))::int8 as amount
    from invoices i where i.company_id = ${companyId} and i.kind = 'invoice' and i.status = 'paid' and i.paid_at >= ${since}
    group by 1, 2`.execute(db)
  return rows
}

// The logo of whoever operates the installation: it stands on invoices.

/** Bytes. A larger one would make each invoice heavy. */
const logoMax = 150_000

/** PNG or JPEG; null where there is none that can be printed. */
export async function findLetterhead(db: Kysely<Tables>): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select l.bytes from company_logos l join users u on u.company_id = l.company_id
    where u.role = 'SUPER_ADMIN' and l.media_type in ('image/png', 'image/jpeg') and octet_length(l.bytes) <= ${logoMax}
    order by u.created_at limit 1`.execute(db)
  return rows[0] === undefined ? null : Buffer.from(rows[0].bytes)
}
