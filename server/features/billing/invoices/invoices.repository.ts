/** Invoices as rows. What an open one says is kept from changes by the database itself. */
import { type Kysely, sql } from 'kysely'
import { type InvoiceMove, type InvoiceState, invoiceLifecycle } from '#contract/billing/invoice.lifecycle.ts'
import type { Invoice, InvoiceDetails, InvoiceLine, LedgerCheck } from '#contract/billing/invoices.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { measured } from '../metering.repository.ts'
import type { Payer } from './payer.repository.ts'

type Db = Kysely<Tables>

export type Draft = {
  readonly id: string
  readonly companyId: string
  readonly kind: Invoice['kind']
  readonly period: string
  readonly periodEnd: string
  readonly currency: Invoice['currency']
  readonly bookVersion: number
  readonly payer: Payer
  readonly tax: InvoiceDetails['appliedTax']
  /** The id of the invoice that a credit note is about. */
  readonly credits: string | null
  readonly lines: readonly InvoiceLine[]
}

const linesAtOnce = 1_000

export async function addDraft(tx: Db, { id, companyId, payer, lines, ...it }: Draft): Promise<void> {
  await tx
    .insertInto('invoices')
    .values({
      ...{ id, company_id: companyId, kind: it.kind, period: it.period, period_end: it.periodEnd, currency: it.currency },
      ...{ total: lines.reduce((sum, { amount }) => sum + amount, 0), book_version: it.bookVersion, credits: it.credits },
      ...{ company_name: payer.companyName, bill_name: payer.billName, address: JSON.stringify(payer.address) },
      ...{ country: payer.country, vat_number: payer.vatNumber },
      ...{ profile_id: payer.profileId, paid_by: payer.paidBy, payment_type: payer.paymentType, is_test: payer.isTest },
      tax: it.tax === null ? null : JSON.stringify(it.tax),
      card: payer.card === null ? null : JSON.stringify(payer.card),
    })
    .execute()
  const rows = lines.map((line, position) => ({
    ...{ invoice_id: id, company_id: companyId, position, type: line.type, description: line.description, day: line.day },
    ...{ connector_id: line.connectorId, source: line.source, destination: line.destination, records: line.records },
    ...{ included: line.included, quantity: line.quantity, price: line.price, amount: line.amount },
  }))
  // A statement takes 65,535 values.
  for (let from = 0; from < rows.length; from += linesAtOnce)
    await tx
      .insertInto('invoice_lines')
      .values(rows.slice(from, from + linesAtOnce))
      .execute()
}

const prefixes = { invoice: 'INV', 'credit-note': 'CN' } as const

/** Gives a draft the next number of its year: whoever opens another one waits until this commit has ended, so that no number is lost. */
export async function openDraft(
  tx: Db,
  { id, invoiceDate, dueAt }: { readonly id: string; readonly invoiceDate: Date; readonly dueAt: Date },
): Promise<void> {
  const { kind } = await tx.selectFrom('invoices').select('kind').where('id', '=', id).executeTakeFirstOrThrow()
  const year = invoiceDate.getUTCFullYear()
  const { rows } = await sql<{ last: number }>`
    insert into billing_counters as c (kind, year, last) values (${kind}, ${year}, 1)
    on conflict (kind, year) do update set last = c.last + 1 returning last`.execute(tx)
  const number = `${prefixes[kind]}-${year}-${String(rows[0]?.last ?? 0).padStart(4, '0')}`
  await sql`update invoices set number = ${number}, invoice_date = ${invoiceDate}, due_at = ${dueAt}, status = 'open', status_since = now()
    where id = ${id} and status = any(${statesAllowing(invoiceLifecycle, 'job.opened')})`.execute(tx)
}

const columns = sql`i.id, i.kind, i.number, i.status, i.period::text as period, i.period_end::text as "periodEnd", i.invoice_date as "invoiceDate",
  i.due_at as "dueAt", i.currency, i.total::int8 as total, i.credited::int8 as credited, i.company_name as "companyName", i.bill_name as "billName",
  i.country, i.vat_number as "vatNumber",  i.is_test as "isTest", i.paid_by as "paidBy", i.paid_at as "paidAt", i.failure, i.archived_at is not null as archived, i.company_id as "companyId"`

export type InvoiceRow = {
  readonly id: string
  readonly companyId: string
  readonly kind: Invoice['kind']
  readonly number: string
  readonly status: InvoiceState
  readonly period: string
  readonly periodEnd: string
  readonly invoiceDate: Date
  readonly dueAt: Date
  readonly currency: Invoice['currency']
  readonly total: number
  readonly credited: number
  readonly companyName: string
  readonly billName: string
  readonly country: string | null
  readonly vatNumber: string
  readonly isTest: boolean
  readonly paidBy: string
  readonly paidAt: Date | null
  readonly failure: string | null
  readonly archived: boolean
}

export const toInvoice = (row: InvoiceRow): Invoice => ({
  ...{ id: row.id, kind: row.kind, number: row.number, status: row.status, paidBy: row.paidBy, amount: row.total },
  ...{ credited: row.credited, currency: row.currency, failure: row.failure, isTest: row.isTest, archived: row.archived },
  ...{ companyName: row.companyName, billName: row.billName, billingPeriod: { from: row.period, to: row.periodEnd } },
  ...{ country: row.country, vatNumber: row.vatNumber },
  invoiceDate: row.invoiceDate.toISOString(),
  dueAt: row.dueAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
})

/** Null: of all companies. */
type InvoiceOwner = { readonly companyId: string | null }
const isOf = ({ companyId }: InvoiceOwner) => (companyId === null ? sql`true` : sql`i.company_id = ${companyId}`)

export type Filters = InvoiceOwner & {
  readonly search: string
  readonly states: readonly InvoiceState[] | null
  readonly since: Date | null
  readonly archived: boolean
  readonly order: 'asc' | 'desc'
  readonly page: number
  readonly limit: number
}

/** What `like` takes literally. */
const literally = (text: string) => text.toLowerCase().replaceAll(/[\\%_]/g, (it) => `\\${it}`)

export async function listInvoices(db: Db, it: Filters): Promise<{ data: InvoiceRow[]; total: number }> {
  const wanted = sql`from invoices i where i.status <> 'draft' and ${isOf(it)} and i.archived_at ${it.archived ? sql`is not null` : sql`is null`}
    ${it.search === '' ? sql`` : sql`and i.sought like ${`%${literally(it.search)}%`}`}
    ${it.states === null ? sql`` : sql`and i.status = any(${it.states}) and i.kind = 'invoice'`}
    ${it.since === null ? sql`` : sql`and i.invoice_date >= ${it.since}`}`
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(db)
  const { rows } = await sql<InvoiceRow>`
    select ${columns} ${wanted} order by i.invoice_date ${sql.raw(it.order)}, i.number ${sql.raw(it.order)}
    limit ${it.limit} offset ${(it.page - 1) * it.limit}`.execute(db)
  return { data: rows, total: counted[0]?.total ?? 0 }
}

export async function findInvoice(db: Db, whose: InvoiceOwner, id: string): Promise<InvoiceRow | null> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from invoices i where i.id = ${id} and ${isOf(whose)} and i.status <> 'draft'`.execute(db)
  return rows[0] ?? null
}

/** Until the commit ends, nobody else moves it. */
export async function lockInvoice(tx: Db, whose: InvoiceOwner, id: string): Promise<InvoiceRow | null> {
  await sql`select from invoices i where i.id = ${id} and ${isOf(whose)} for update`.execute(tx)
  return findInvoice(tx, whose, id)
}

export async function findDetails(db: Db, row: InvoiceRow): Promise<Omit<InvoiceDetails, 'check'>> {
  const { rows } = await sql<{
    address: string[]
    tax: InvoiceDetails['appliedTax']
    paymentType: string
    card: InvoiceDetails['cardDetails']
    paymentId: string | null
    bookVersion: number
    credits: string | null
  }>`select i.address, i.tax, i.payment_type as "paymentType", i.card, i.payment_id as "paymentId", i.book_version as "bookVersion", o.number as credits
    from invoices i left join invoices o on o.id = i.credits where i.id = ${row.id}`.execute(db)
  const [more] = rows
  const { rows: lines } = await sql<InvoiceLine>`
    select type, description, connector_id as "connectorId", source, destination, day::text as day, records::int8 as records,
      included::int8 as included, quantity::int8 as quantity, price::int8 as price, amount::int8 as amount
    from invoice_lines where invoice_id = ${row.id} order by position`.execute(db)
  if (more === undefined) throw new Error('the invoice is gone')
  const { address, tax, paymentType, card, paymentId, bookVersion, credits } = more
  return { ...toInvoice(row), address, appliedTax: tax, paymentType, cardDetails: card, paymentId, bookVersion, credits, lines }
}

/** One guarded step along the chart. @returns whether it was allowed. */
export async function moveInvoice(
  tx: Db,
  id: string,
  move: InvoiceMove,
  change: { readonly paidAt?: Date; readonly failure?: string | null } = {},
): Promise<boolean> {
  const from = statesAllowing(invoiceLifecycle, move.type)
  const to = from.map((state) => moved(invoiceLifecycle, state, move, undefined))[0]
  const { numAffectedRows = 0n } = await sql`
    update invoices set status = ${to}, status_since = now(), failure = ${change.failure ?? null}, paid_at = coalesce(${change.paidAt ?? null}, paid_at),
      failed_at = case when ${to} = 'failed' then coalesce(failed_at, now()) else failed_at end
    where id = ${id} and status = any(${from})`.execute(tx)
  return numAffectedRows > 0n
}

export async function setArchived(tx: Db, id: string, archived: boolean): Promise<void> {
  await sql`update invoices set archived_at = case when ${archived} then coalesce(archived_at, now()) end where id = ${id}`.execute(
    tx,
  )
}

export async function addCredit(tx: Db, id: string, amount: number): Promise<void> {
  await sql`update invoices set credited = credited + ${amount} where id = ${id}`.execute(tx)
}

/** Whether the records on an invoice are those of the ledger: computed whenever it is read, and kept nowhere. */
type Of = { readonly companyId: string; readonly id: string; readonly period: string; readonly periodEnd: string }

/**
 * `ledger`: what the ledger has charged of the days on the invoice, without what stands on other invoices or waits for the next one. Its late lines are
 * of days of earlier months, so these are compared too. Rows of replays may have been removed since: what was not charged is at least what was frozen.
 */
export async function checkAgainstLedger(db: Kysely<Tables>, { companyId, id, period, periodEnd }: Of): Promise<LedgerCheck> {
  const { rows: spans } = await sql<{ from: Date; to: Date }>`
    select greatest(
        (select date_trunc('month', min(at) at time zone 'UTC')::date from plan_changes where company_id = ${companyId}),
        least(${period}::date, (select min(day) from usage_days where company_id = ${companyId} and period = ${period}::date)))::timestamp
        at time zone 'UTC' as from,
      (${periodEnd}::date + 1)::timestamp at time zone 'UTC' as to`.execute(db)
  const [span] = spans
  if (span === undefined) throw new Error('the invoice has no days')
  const { rows } = await sql<{ lines: number; ledger: number; amounts: number; total: number }>`
    with ${measured({ ...span, companyId })},
    frozen as (
      select connector_id, day, sum(uncharged)::bigint as uncharged,
        coalesce(sum(delivered - uncharged) filter (where period is distinct from ${period}::date), 0)::bigint as elsewhere
      from usage_days where company_id = ${companyId}
        and day >= (${span.from}::timestamptz at time zone 'UTC')::date and day < (${span.to}::timestamptz at time zone 'UTC')::date
      group by 1, 2)
    select (select coalesce(sum(records), 0)::int8 from invoice_lines where invoice_id = ${id}) as lines,
      (select coalesce(sum(m.delivered - greatest(m.uncharged, coalesce(f.uncharged, 0)) - coalesce(f.elsewhere, 0)), 0)::int8
        from measured m left join frozen f using (connector_id, day)) as ledger,
      (select coalesce(sum(amount), 0)::int8 from invoice_lines where invoice_id = ${id}) as amounts,
      (select total::int8 from invoices where id = ${id}) as total`.execute(db)
  const { lines = 0, ledger = 0, amounts = 0, total = 0 } = rows[0] ?? {}
  return { records: lines, ledger, difference: lines - ledger, amountDifference: total - amounts }
}
