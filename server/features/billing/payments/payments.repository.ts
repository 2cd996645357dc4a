/** Payments as rows: one try each, and of an invoice at most one that is under way or went well. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type NewPayment = {
  readonly id: string
  readonly companyId: string
  readonly invoiceId: string
  readonly methodId: string
  readonly amount: number
  readonly currency: string
  readonly isConfirmed: boolean
}

export async function addPayment(tx: Db, it: NewPayment): Promise<void> {
  await sql`insert into payments (id, company_id, invoice_id, method_id, amount, currency, is_confirmed)
    values (${it.id}, ${it.companyId}, ${it.invoiceId}, ${it.methodId}, ${it.amount}, ${it.currency}, ${it.isConfirmed})
    on conflict do nothing`.execute(tx)
}

/** `ref`: the person confirms it at the provider; `isLate`: for longer than an hour. */
export type LeasedPayment = NewPayment & {
  readonly methodRef: string
  readonly number: string
  readonly ref: string | null
  readonly since: Date
  readonly isLate: boolean
  /** The one that keeps its card. */
  readonly provider: string
  /** Whether no provider was asked for it yet. */
  readonly isNew: boolean
}

type Lease = {
  /** Milliseconds. */
  readonly lease: number
  /** Null: of any invoice. */
  readonly invoiceId: string | null
  /** Providers that can be asked. A payment that was begun at another one waits for that one. */
  readonly providers: readonly string[]
}

/** Takes the payment of an invoice, or the oldest of any, that nobody else is making. */
export async function leasePayment(db: Db, { lease, invoiceId, providers }: Lease): Promise<LeasedPayment | null> {
  const which = invoiceId === null ? sql`true` : sql`p.invoice_id = ${invoiceId}`
  const { rows } = await sql<LeasedPayment>`
    update payments p set lease_until = now() + ${lease} * interval '1 millisecond'
    from payment_methods m, invoices i, (
      select p.id, p.lease_until is null and p.provider_ref is null as is_new from payments p join payment_methods c on c.id = p.method_id
      where p.status = 'pending' and (p.lease_until is null or p.lease_until <= now()) and ${which}
        and (c.provider = any(${[...providers]}::text[]) or (p.lease_until is null and p.provider_ref is null))
      order by p.created_at limit 1 for update of p skip locked) f
    where p.id = f.id and m.id = p.method_id and i.id = p.invoice_id
    returning p.id, p.company_id as "companyId", p.invoice_id as "invoiceId", p.method_id as "methodId", p.amount::int8 as amount, p.currency,
      p.is_confirmed as "isConfirmed", m.provider_ref as "methodRef", i.number,
      p.provider_ref as ref, p.created_at as since, p.created_at < now() - interval '1 hour' as "isLate", m.provider, f.is_new as "isNew"`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The person confirms it on another page: it is looked at again after so many milliseconds. */
export async function awaitPerson(tx: Db, id: string, ref: string, wait: number): Promise<void> {
  await sql`update payments set provider_ref = ${ref}, lease_until = now() + ${wait} * interval '1 millisecond'
    where id = ${id} and status = 'pending'`.execute(tx)
}

/** The provider says that something has become of a payment: it is looked at now. @returns its invoice; null where it is over. */
export async function dueAtOnce(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ invoiceId: string }>`
    update payments set lease_until = null where id = ${id} and status = 'pending' and provider_ref is not null
    returning invoice_id as "invoiceId"`.execute(db)
  if (rows[0] !== undefined) return rows[0].invoiceId
  // One whose response was lost is in nobody's hands when its lease is over.
  const { rows: waiting } = await sql<{ invoiceId: string }>`
    select invoice_id as "invoiceId" from payments where id = ${id} and status = 'pending'`.execute(db)
  return waiting[0]?.invoiceId ?? null
}

/** @returns whether it was still open. */
export async function endPayment(
  tx: Db,
  id: string,
  {
    status,
    reason,
    ref,
  }: { readonly status: 'succeeded' | 'failed' | 'action'; readonly reason: string | null; readonly ref: string | null },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update payments set status = ${status}, reason = ${reason}, provider_ref = ${ref}, ended_at = now(), lease_until = null
    where id = ${id} and status = 'pending'`.execute(tx)
  return numAffectedRows > 0n
}

/** How the newest payment of an invoice ended. */
export async function lastPaymentStatus(db: Db, invoiceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('status')
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.status ?? null
}

/** The way in which an invoice is going to be paid. */
export async function setMethodOfInvoice(
  tx: Db,
  {
    invoiceId,
    name,
    card,
    paymentId,
  }: {
    readonly invoiceId: string
    readonly name: string
    readonly card: { lastFour: string; type: string }
    readonly paymentId: string
  },
): Promise<void> {
  await sql`update invoices set paid_by = ${name}, payment_type = 'Card', card = ${JSON.stringify(card)}::jsonb, payment_id = ${paymentId}
    where id = ${invoiceId}`.execute(tx)
}

/** Whether a payment of an invoice is being made. Exact while the invoice is held. */
export async function isBeingPaid(tx: Db, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`select from payments where invoice_id = ${invoiceId} and status = 'pending'`.execute(tx)
  return rows.length > 0
}
