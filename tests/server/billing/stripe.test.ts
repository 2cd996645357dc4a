/** Every payment is charged exactly once, whatever the provider answers or does not, and events prove themselves. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { Invoice } from '#contract/billing/invoices.ts'
import type { PaymentMethods } from '#contract/billing/payment-methods.ts'
import { chargePending } from '#server/features/billing/payments/charging.ts'
import { createSandboxProvider } from '#server/features/billing/payments/sandbox-provider.ts'
import { createStripeEvents, isSigned, stripeSignature } from '#server/features/billing/payments/stripe/stripe-events.service.ts'
import type { Trouble } from './fake-stripe.ts'
import { publicUrl, stripeScene } from './stripe-scene.ts'

const { stripe, settings, server, db, provider, owe, letTimePass, statusOf, charge } = await stripeScene()
const as = 'adminB'

const event = (payment: string, type: string) =>
  Buffer.from(JSON.stringify({ id: `evt_${uuid()}`, type, data: { object: { id: 'pi_x', metadata: { payment } } } }))
const receive = (body: Buffer) => {
  const now = Math.floor(Date.now() / 1_000)
  const take = createStripeEvents({ db: db(), provider: provider(), publicUrl, secrets: settings.webhookSecrets })
  return take({ body, signature: `t=${now},v1=${stripeSignature('whsec_old', now, body)}` })
}

type Case = readonly [of: 'stripe-test' | 'sandbox', card: string, trouble: Trouble, charged: number, status: string]

it.each<Case>([
  ['stripe-test', 'pm_succeeds', 'none', 1, 'paid'],
  ['stripe-test', 'pm_declined', 'none', 0, 'failed'],
  ['stripe-test', 'pm_authentication', 'none', 0, 'failed'],
  ['stripe-test', 'pm_succeeds', 'timeout-after-charge', 1, 'paid'],
  ['stripe-test', 'pm_succeeds', 'error-before-charge', 1, 'paid'],
  ['stripe-test', 'pm_succeeds', 'error-after-charge', 1, 'paid'],
  ['stripe-test', 'pm_succeeds', 'key-in-use', 1, 'paid'],
  ['stripe-test', 'pm_declined', 'error-after-charge', 0, 'failed'],
  ['sandbox', 'pm_succeeds', 'none', 1, 'paid'],
  ['sandbox', 'pm_declined', 'none', 0, 'failed'],
  ['sandbox', 'pm_authentication', 'none', 0, 'failed'],
])('%s, %s, %s: charged %d times, and %s', async (of, card, trouble, charged, status) => {
  const { payment, invoice } = await owe(card, { of })
  stripe.be(trouble)
  const sandbox = createSandboxProvider(db())
  await charge(invoice, of === 'sandbox' ? sandbox : provider())
  // Told twice, and of something that is over.
  if (of !== 'sandbox')
    for (const body of [event(payment, 'payment_intent.succeeded'), event(payment, 'payment_intent.created')]) await receive(body)
  await charge(invoice, of === 'sandbox' ? sandbox : provider())
  const sandboxed = (
    await sql<{ n: number }>`select count(*)::int as n from sandbox_charges where key = ${payment}`.execute(db())
  ).rows[0]?.n
  expect(of === 'sandbox' ? sandboxed : stripe.charged(payment)).toBe(charged)
  expect((await statusOf(invoice))?.status).toBe(status)
})

it('is charged once where what became of it is asked only after its key was forgotten', async () => {
  const { payment, invoice } = await owe('pm_succeeds')
  const dead = {
    ...provider(),
    charge: async (it: Parameters<ReturnType<typeof provider>['charge']>[0]) => {
      await provider().charge(it)
      throw new Error('The process was ended.')
    },
  }
  await chargePending({ db: db(), provider: dead, publicUrl }, invoice).catch(() => null)
  stripe.forgetKeys()
  await sql`update payments set created_at = now() - interval '2 days', lease_until = null where id = ${payment}`.execute(db())
  await chargePending({ db: db(), provider: provider(), publicUrl }, invoice)
  expect(stripe.charged(payment)).toBe(1)
  expect((await statusOf(invoice))?.status).toBe('paid')
})

it.each(['-'.repeat(36), 'a'.repeat(36), `${'a'.repeat(35)}-`, 'x', ''])(
  'takes an event about "%s" and does nothing',
  async (id) => {
    expect(await receive(event(id, 'payment_intent.succeeded'))).toEqual({ received: true })
    const session = { id: `evt_${uuid()}`, type: 'checkout.session.completed', data: { object: { client_reference_id: id } } }
    expect(await receive(Buffer.from(JSON.stringify(session)))).toEqual({ received: true })
  },
)

it('does the work of an event that failed when it is sent again', async () => {
  const { payment, invoice } = await owe('pm_succeeds')
  const told = event(payment, 'payment_intent.succeeded')
  stripe.be('key-in-use')
  await expect(receive(told)).rejects.toThrow()
  stripe.be('none')
  await letTimePass()
  await receive(told)
  expect((await statusOf(invoice))?.status).toBe('paid')
  expect(stripe.charged(payment)).toBe(1)
})

it('is charged once where the bank asks on its own page, and where nobody comes back it fails', async () => {
  const { invoice, payment } = await owe('pm_authentication', { isConfirmed: true })
  const page = await chargePending({ db: db(), provider: provider(), publicUrl }, invoice)
  expect(page).toMatch(/^https:\/\/hooks\.stripe\.test\/pi_/)
  expect((await statusOf(invoice))?.status).toBe('open')
  const intent = stripe.intents().at(-1) as { id: string }
  // Nothing became of it yet, whatever an event says.
  await receive(event(payment, 'payment_intent.succeeded'))
  expect((await statusOf(invoice))?.status).toBe('open')
  stripe.confirm(intent.id)
  const twice = event(payment, 'payment_intent.succeeded')
  await Promise.all([receive(twice), receive(twice)])
  expect((await statusOf(invoice))?.status).toBe('paid')
  expect(stripe.charged(payment)).toBe(1)

  const other = await owe('pm_authentication', { isConfirmed: true })
  await chargePending({ db: db(), provider: provider(), publicUrl }, other.invoice)
  await sql`update payments set created_at = now() - interval '2 hours', lease_until = null where id = ${other.payment}`.execute(
    db(),
  )
  await chargePending({ db: db(), provider: provider(), publicUrl })
  expect(await statusOf(other.invoice)).toEqual({ status: 'failed', failure: 'The payment was not confirmed in time.' })
})

it('has cards typed on its page, saves each once, and is never sent a number', async () => {
  const open = async () => (await server.ask('POST', '/api/payments/sessions', { as })).json<{ url: string }>()
  const { url } = await open()
  const id = url.split('/').at(-1) ?? ''
  const list = async () => (await server.ask('GET', '/api/payments/methods', { as })).json<PaymentMethods>()
  await sql`update payment_methods set removed_at = now() where removed_at is null`.execute(db())
  expect(await list()).toMatchObject({ provider: 'stripe-test', paymentMethods: [] })
  stripe.typeCard(id, 'pm_new', '4242')
  await Promise.all([list(), list(), list()])
  expect((await list()).paymentMethods).toMatchObject([
    { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 }, isTest: true },
  ])
  expect((await server.ask('GET', '/api/payments/methods', { as: 'adminA' })).json<PaymentMethods>().paymentMethods).toEqual([])
  expect(stripe.seen.every(({ authorization }) => authorization === 'Bearer sk_test_abc')).toBe(true)
  expect(stripe.seen.every(({ form }) => !/\d{12,}/.test(form.get('payment_method') ?? ''))).toBe(true)
})

it('takes only what is signed, with either secret, and not too late', async () => {
  const body = event(uuid(), 'payment_intent.succeeded')
  const now = 1_800_000_000
  const secrets = settings.webhookSecrets
  const by = (secret: string, time = now) => `t=${time},v1=${stripeSignature(secret, time, body)}`
  expect(
    [by('whsec_new'), by('whsec_old'), `t=${now},v1=${'0'.repeat(64)},${by('whsec_new').split(',')[1]}`].map((it) =>
      isSigned(it, body, secrets, now * 1_000),
    ),
  ).toEqual([true, true, true])
  const wrong = [
    undefined,
    '',
    't=1',
    by('whsec_other'),
    by('whsec_new', now - 301),
    by('whsec_new', now + 301),
    by('whsec_new').replace('v1=', 'v0='),
    `t=x,${by('whsec_new').split(',')[1]}`,
  ]
  expect(wrong.map((it) => isSigned(it, body, secrets, now * 1_000))).toEqual(wrong.map(() => false))
  expect(isSigned(by('whsec_new'), Buffer.concat([body, Buffer.from(' ')]), secrets, now * 1_000)).toBe(false)
  expect(isSigned(by('whsec_new'), body, [], now * 1_000)).toBe(false)
  const send = (payload: Buffer, signature: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/events',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
  const at = Math.floor(Date.now() / 1_000)
  expect((await send(body, `t=${at},v1=${stripeSignature('whsec_new', at, body)}`)).statusCode).toBe(200)
  expect((await send(body, by('whsec_other', at))).json()).toMatchObject({ status: 401, code: 'payment-event/not-proved' })
  const huge = Buffer.alloc(300_000, ' ')
  expect((await send(huge, `t=${at},v1=${stripeSignature('whsec_new', at, huge)}`)).statusCode).toBe(413)
})

it('shows what failed in the words of the provider, and pays it with another card', async () => {
  const { invoice } = await owe('pm_declined')
  await charge(invoice)
  expect(await statusOf(invoice)).toEqual({ status: 'failed', failure: 'Your card has insufficient funds.' })
  const method = uuid()
  await sql`insert into payment_methods (id, company_id, provider, provider_ref, brand, last4, exp_month, exp_year, holder, email)
    values (${method}, ${server.companies.B}, 'stripe-test', 'pm_succeeds', 'visa', '4242', 12, 2031, 'Ada', 'a@example.test')`.execute(
    db(),
  )
  const pay = () =>
    server.ask('POST', `/api/billing/invoices/${invoice}/pay`, { as, body: { methodId: method, isConfirmed: false } })
  const before = stripe.succeeded().length
  const paid = await Promise.all(Array.from({ length: 5 }, pay))
  expect(paid[0]?.json<{ invoice: Invoice }>()).toMatchObject({ invoice: { id: invoice }, redirectTo: null })
  expect((await statusOf(invoice))?.status).toBe('paid')
  expect(stripe.succeeded().length - before).toBe(1)
})
