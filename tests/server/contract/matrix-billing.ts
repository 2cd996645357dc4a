/** Which visitor may do what with plan, invoices and payment, for `matrix-table.ts`. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { TestServer } from '../kit/test-server.ts'

const price = { base: 0, included: 0, perThousand: 0, connectors: null, members: null, records: null }

export const prices = { currency: 'USD', plans: { Basic: price, Professional: price, Enterprise: price } } as const

export const billingCalls = {
  'GET /api/billing/info': { of: 'people' },
  'GET /api/billing/invoices': { of: 'people' },
  'GET /api/billing/invoices/:id': { of: 'billed' },
  'GET /api/billing/invoices/:id/pdf': { of: 'billed' },
  'POST /api/billing/invoices/:id/archive': { of: 'billedAdmins' },
  'POST /api/billing/invoices/:id/unarchive': { of: 'billedAdmins' },
  'GET /api/billing/operator/invoices': { of: 'operator' },
  'POST /api/billing/operator/invoices/:id/settle': { of: 'invoice' },
  'POST /api/billing/operator/invoices/:id/credit': { of: 'invoice', body: { amount: 1, reason: 'x' } },
  // Which plan it is about, tests of its own have.
  'GET /api/billing/plan': { of: 'people' },
  'GET /api/billing/plan/preview': { of: 'admins', answer: 400 },
  'PUT /api/billing/plan': { of: 'admins', body: { plan: 'Basic' } },
  'GET /api/billing/prices': { of: 'operator' },
  'GET /api/billing/prices/current': { of: 'people' },
  'POST /api/billing/prices': { of: 'operator', body: prices },
} as const

/** An open invoice of company A. */
export async function invoiceOfA({ database: { db }, companies }: TestServer): Promise<string> {
  const id = uuid()
  await sql`with years as (select coalesce(max(period), '1900-01-01') + 40 as period from invoices)
    insert into invoices (id, company_id, number, status, period, period_end, invoice_date, due_at, currency, total, book_version, company_name, bill_name,
      paid_by, payment_type)
    select ${id}, ${companies.A}, ${`INV-${id}`}, 'draft', period, period, now(), now(), 'USD', 1000, 1, 'A', 'A', 'Bank transfer', 'Bank transfer'
    from years`.execute(db)
  await sql`insert into invoice_lines (invoice_id, company_id, position, type, description, records, included, quantity, price, amount)
    values (${id}, ${companies.A}, 0, 'plan', 'x', 0, 0, 1, 1000, 1000)`.execute(db)
  await sql`update invoices set status = 'open' where id = ${id}`.execute(db)
  return id
}
