/** A company that owes, at a product that pays with Stripe: a host of our own with its shapes. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll } from 'vitest'

import { chargePending } from '#server/features/billing/payments/charging.ts'
import { createStripeProvider } from '#server/features/billing/payments/stripe/stripe-provider.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { createTestServer } from '../kit/test-server.ts'
import { at } from './billing-scene.ts'
import { startStripe } from './fake-stripe.ts'

export const publicUrl = 'http://localhost'

export async function stripeScene() {
  const stripe = await startStripe()
  const settings = { secretKey: 'sk_test_abc', webhookSecrets: ['whsec_new', 'whsec_old'], base: stripe.base }
  const server = createTestServer({ payments: 'stripe', stripe: settings, egressAllow: ['127.0.0.0/8'] })
  const db = () => server.database.db
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  const provider = () => createStripeProvider({ db: db(), outbound, publicUrl, settings })

  beforeAll(async () => {
    await sql`insert into payment_customers (company_id, provider, provider_ref) values (${server.companies.B}, 'stripe-test', 'cus_b')`.execute(
      db(),
    )
  })
  afterAll(async () => {
    stripe.close()
    await outbound.close()
  })

  /** An invoice with a payment that waits. @returns the payment. */
  async function owe(
    card: string,
    { isConfirmed = false, of = 'stripe-test' } = {},
  ): Promise<{ payment: string; invoice: string }> {
    const { B } = server.companies
    const [invoice, method, payment] = [uuid(), uuid(), uuid()]
    const ref = of === 'sandbox' ? card.replace('pm_', 'sandbox_') : card
    await sql`update payment_methods set removed_at = now() where company_id = ${B} and removed_at is null`.execute(db())
    await sql`insert into payment_methods (id, company_id, provider, provider_ref, brand, last4, exp_month, exp_year, holder, email)
    values (${method}, ${B}, ${of}, ${ref}, 'visa', '4242', 12, 2031, 'Ada', 'a@example.test')`.execute(db())
    const period = at('2020-01-01T00:00:00')
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from invoices`.execute(db())
    period.setUTCMonth((rows[0]?.n ?? 0) + 1)
    await sql`insert into invoices (id, company_id, status, period, period_end, currency, total, book_version, company_name, bill_name, paid_by, payment_type)
    values (${invoice}, ${B}, 'draft', ${period}, ${period}, 'USD', 9900, 1, 'B', 'B', 'Visa', 'Card')`.execute(db())
    await sql`update invoices set status = 'open', number = ${`T-${invoice}`}, invoice_date = now(), due_at = now() where id = ${invoice}`.execute(
      db(),
    )
    await sql`insert into payments (id, company_id, invoice_id, method_id, amount, currency, is_confirmed)
    values (${payment}, ${B}, ${invoice}, ${method}, 9900, 'USD', ${isConfirmed})`.execute(db())
    return { payment, invoice }
  }

  const letTimePass = () =>
    sql`update payments set lease_until = now() - interval '1 second' where status = 'pending'`.execute(db())
  const statusOf = async (invoice: string) =>
    (
      await sql<{ status: string; failure: string | null }>`select status, failure from invoices where id = ${invoice}`.execute(
        db(),
      )
    ).rows[0]

  /** Asked by several at once and again after a while, as the job does. */
  async function charge(invoice: string, of = provider()) {
    const ask = () => chargePending({ db: db(), provider: of, publicUrl }, invoice).catch(() => null)
    await Promise.all([ask(), ask(), ask()])
    await letTimePass()
    stripe.be('none')
    await ask()
  }

  return { stripe, settings, server, db, provider, owe, letTimePass, statusOf, charge }
}
