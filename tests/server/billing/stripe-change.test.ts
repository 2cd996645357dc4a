/** What changes around a payment at Stripe: many others of its customer, another provider, cards and companies that are removed. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { chargePending } from '#server/features/billing/payments/charging.ts'
import { removeAtProvider, requestCustomerRemoval } from '#server/features/billing/payments/provider-removals.ts'
import { noProvider } from '#server/features/billing/payments/sandbox-provider.ts'
import { publicUrl, stripeScene } from './stripe-scene.ts'

const { stripe, server, db, provider, owe, statusOf, charge } = await stripeScene()
const as = 'adminB'

it('is found among many payments of its customer, and charged once', async () => {
  const { payment, invoice } = await owe('pm_succeeds')
  const { rows } = await sql<{ at: Date }>`select created_at as at from payments where id = ${payment}`.execute(db())
  const charge = {
    key: payment,
    companyId: server.companies.B,
    number: 'T',
    methodRef: 'pm_succeeds',
    amount: 9900,
    currency: 'USD',
  }
  await provider().charge({ ...charge, isConfirmed: false, isLate: false, since: rows[0]?.at ?? new Date() })
  stripe.addOthers('cus_b', 250)
  stripe.forgetKeys()
  await sql`update payments set created_at = now() - interval '2 hours' where id = ${payment}`.execute(db())
  await chargePending({ db: db(), provider: provider(), publicUrl }, invoice)
  expect(stripe.charged(payment)).toBe(1)
  expect((await statusOf(invoice))?.status).toBe('paid')
})

it('stays with the provider that was asked first; one that nobody was asked for fails with the reason', async () => {
  const [begun, fresh, tested] = [await owe('pm_succeeds'), await owe('pm_succeeds'), await owe('pm_succeeds', { of: 'sandbox' })]
  stripe.be('error-before-charge')
  await chargePending({ db: db(), provider: provider(), publicUrl }, begun.invoice).catch(() => null)
  await sql`update payments set lease_until = now() - interval '1 second' where id in (${begun.payment}, ${tested.payment})`.execute(
    db(),
  )
  stripe.be('none')
  await chargePending({ db: db(), provider: noProvider, publicUrl })
  const states = async () => Promise.all([begun, fresh, tested].map(async ({ invoice }) => (await statusOf(invoice))?.status))
  expect(await states()).toEqual(['open', 'failed', 'paid'])
  await chargePending({ db: db(), provider: provider(), publicUrl })
  expect(await states()).toEqual(['paid', 'failed', 'paid'])
  expect([begun, fresh, tested].map(({ payment }) => stripe.charged(payment))).toEqual([1, 0, 0])
})

it('removes cards and companies at Stripe, after their payments and until it is done', async () => {
  const { B } = server.companies
  const { invoice } = await owe('pm_succeeds')
  const { rows } = await sql<{ id: string }>`
    update payment_methods set provider_ref = 'pm_removed' where company_id = ${B} and removed_at is null returning id`.execute(
    db(),
  )
  expect((await server.ask('DELETE', `/api/payments/methods/${rows[0]?.id}`, { as })).statusCode).toBe(200)
  await sql`insert into payment_customers (company_id, provider, provider_ref) values (${server.companies.A}, 'stripe-test', 'cus_gone')`.execute(
    db(),
  )
  await requestCustomerRemoval(db(), server.companies.A)
  const work = async () => {
    await sql`update provider_removals set tried_at = null`.execute(db())
    await removeAtProvider(db(), provider()).catch(() => null)
  }
  stripe.be('away')
  await work()
  stripe.be('none')
  expect(stripe.removed).toEqual([])
  await work()
  expect(stripe.removed).toEqual(['cus_gone'])
  await charge(invoice)
  await work()
  // Of another process that was killed before it wrote down that it is done.
  await requestCustomerRemoval(db(), server.companies.A)
  await work()
  expect(stripe.removed).toEqual(['cus_gone', 'pm_removed'])
  expect((await sql`select from provider_removals where provider_ref in ('cus_gone', 'pm_removed')`.execute(db())).rows).toEqual(
    [],
  )
})
