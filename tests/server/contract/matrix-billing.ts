/** Which visitor may do what with plan, invoices and payment, for `matrix-table.ts`. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { TestServer } from '../kit/test-server.ts'

const price = { base: 0, included: 0, perThousand: 0, connectors: null, members: null, records: null }

export const profileForm = {
  ...{ name: 'Head office', receiveInvoices: true, country: 'US', vatNumber: '', address: '', methodId: null, isPrimary: false },
} as const

export const prices = { currency: 'USD', plans: { Basic: price, Professional: price, Enterprise: price } } as const

export const taxRule = { country: 'FR', name: 'VAT', rate: 2_000, reverseCharge: true, from: '2026-01-01' } as const

export const billingCalls = {
  'GET /api/billing/info': { of: 'people' },
  'GET /api/billing/invoices': { of: 'people' },
  'GET /api/billing/invoices/:id': { of: 'billed' },
  'GET /api/billing/invoices/:id/pdf': { of: 'billed' },
  // It does not wait for a payment; tests of its own have the rest.
  'POST /api/billing/invoices/:id/pay': { of: 'billedAdmins', body: { methodId: uuid(), isConfirmed: false } },
  'GET /api/payments/methods': { of: 'admins' },
  'POST /api/payments/methods': { of: 'admins', body: { card: 'succeeds', holder: 'Ada' } },
  'DELETE /api/payments/methods/:id': { of: 'card' },
  // Only Stripe has such pages.
  'POST /api/payments/sessions': { of: 'admins', answer: 409 },
  'POST /api/payments/stripe/events': { of: 'anybody', body: {}, answer: 401 },
  'GET /api/billing/profiles': { of: 'admins' },
  'POST /api/billing/profiles': { of: 'admins', body: profileForm },
  'PUT /api/billing/profiles/:id': { of: 'profile', body: { ...profileForm, revision: 1 } },
  'DELETE /api/billing/profiles/:id': { of: 'profile' },
  'POST /api/billing/invoices/:id/archive': { of: 'billedAdmins' },
  'POST /api/billing/invoices/:id/unarchive': { of: 'billedAdmins' },
  'GET /api/billing/operator/invoices': { of: 'operator' },
  'POST /api/billing/operator/invoices/:id/settle': { of: 'invoice' },
  'PUT /api/billing/operator/invoices/:id/tax': { of: 'invoice', body: { name: 'VAT', rate: 1_900 } },
  'POST /api/billing/operator/invoices/:id/credit': { of: 'invoice', body: { amount: 1, reason: 'x' } },
  // Which plan it is about, tests of its own have.
  'GET /api/billing/plan': { of: 'people' },
  'GET /api/billing/plan/preview': { of: 'admins', answer: 400 },
  'POST /api/billing/plan/prices': { of: 'admins', body: { version: 2 } },
  'PUT /api/billing/plan': { of: 'admins', body: { plan: 'Basic' } },
  'GET /api/billing/prices': { of: 'operator' },
  'GET /api/billing/tax-rules': { of: 'operator' },
  'POST /api/billing/tax-rules': { of: 'operator', body: { ...taxRule, country: 'AQ' } },
  'GET /api/billing/prices/current': { of: 'people' },
  'POST /api/billing/prices': { of: 'operator', body: prices },
} as const

/** An open invoice of company A. */
export async function invoiceOfA({ database: { db }, companies }: TestServer): Promise<string> {
  const id = uuid()
  await sql`with years as (select '1000-01-01'::date + floor(random() * 300000)::int as period)
    insert into invoices (id, company_id, number, status, period, period_end, invoice_date, due_at, currency, total, book_version, company_name, bill_name,
      paid_by, payment_type)
    select ${id}, ${companies.A}, ${`INV-${id}`}, 'draft', period, period, now(), now(), 'USD', 1000, 1, 'A', 'A', 'Bank transfer', 'Bank transfer'
    from years`.execute(db)
  await sql`insert into invoice_lines (invoice_id, company_id, position, type, description, records, included, quantity, price, amount)
    values (${id}, ${companies.A}, 0, 'plan', 'x', 0, 0, 1, 1000, 1000)`.execute(db)
  await sql`update invoices set status = 'open' where id = ${id}`.execute(db)
  return id
}

/** A saved card of company A, and a billing profile that is not the primary one. */
export async function cardOfA({ database: { db }, companies }: TestServer): Promise<string> {
  const id = uuid()
  await sql`insert into payment_methods (id, company_id, provider, provider_ref, brand, last4, exp_month, exp_year, holder, email)
    values (${id}, ${companies.A}, 'sandbox', 'sandbox_succeeds', 'visa', '4242', 1, 2030, 'Ada', 'a@example.test')`.execute(db)
  return id
}

/** With every other profile gone that is not the primary one, where they would become too many. */
export async function profileOfA({ database: { db }, companies }: TestServer, isAlone = false): Promise<string> {
  const id = uuid()
  if (isAlone) await sql`delete from billing_profiles where company_id = ${companies.A} and not is_primary`.execute(db)
  for (const [key, isPrimary] of [
    [uuid(), true],
    [id, false],
  ] as const)
    await sql`insert into billing_profiles (id, company_id, name, receive_invoices, country, address, is_primary)
      values (${key}, ${companies.A}, 'x', true, 'US', '', ${isPrimary}) on conflict do nothing`.execute(db)
  return id
}
