/** Payments are made once, whoever asks how often; profiles have exactly one primary one. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'

import type { Invoice } from '#contract/billing/invoices.ts'
import type { PaymentMethod } from '#contract/billing/payment-methods.ts'
import type { BillingProfile } from '#contract/billing/profiles.ts'
import { closeMonth } from '#server/features/billing/invoices/closing.ts'
import { monthAt } from '#server/features/billing/months.ts'
import { chargePending } from '#server/features/billing/payments/charging.ts'
import { createSandboxProvider } from '#server/features/billing/payments/sandbox-provider.ts'
import { profileForm } from '../contract/matrix-billing.ts'
import { createTestServer } from '../kit/test-server.ts'
import { at } from './billing-scene.ts'

const server = createTestServer({ payments: 'sandbox' })
const db = () => server.database.db
const as = 'adminB'
const ask = async <T>(method: string, path: string, body?: unknown) =>
  (await server.ask(method, path, { as, ...(body === undefined ? {} : { body }) })).json<T & { code?: string }>()
const addCard = (card: string) => ask<PaymentMethod>('POST', '/api/payments/methods', { card, holder: 'Ada Admin' })
const profiles = async () => (await ask<{ data: BillingProfile[] }>('GET', '/api/billing/profiles')).data
const charges = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from sandbox_charges`.execute(db())).rows[0]?.count
const provider = () => createSandboxProvider(db())

let invoice: Invoice
let declined: PaymentMethod

beforeAll(async () => {
  const { B } = server.companies
  await sql`update plan_changes set plan = 'Professional', at = '2026-09-01T00:00:00Z' where company_id = ${B}`.execute(db())
  declined = await addCard('declined')
  await ask('POST', '/api/billing/profiles', { ...profileForm, methodId: declined.id })
  await closeMonth(db(), B, monthAt(at('2026-09-01T00:00:00')), at('2026-10-10T00:00:00'))
  await Promise.all(Array.from({ length: 20 }, () => chargePending({ db: db(), provider: provider() })))
  const { data } = await ask<{ data: Invoice[] }>('GET', '/api/billing/invoices')
  invoice = data[0] as Invoice
})

it('makes the first profile the primary one, and replaces it in one commit', async () => {
  const [first] = await profiles()
  expect(first).toMatchObject({ isPrimary: true, paysWith: 'Visa ••0002', status: 'active' })
  const made = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      ask<BillingProfile>('POST', '/api/billing/profiles', { ...profileForm, name: `P${n}`, isPrimary: true }),
    ),
  )
  expect(made.every(({ code }) => code === undefined)).toBe(true)
  expect((await profiles()).filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
  const [primary] = await profiles()
  const one = `/api/billing/profiles/${primary?.id}`
  expect(await ask('DELETE', one)).toMatchObject({ code: 'billing-profile/primary' })
  const revision = primary?.revision
  expect(await ask('PUT', one, { ...profileForm, isPrimary: false, revision })).toMatchObject({ code: 'billing-profile/primary' })
  expect(await ask('PUT', one, { ...profileForm, isPrimary: true, revision: 99 })).toMatchObject({
    code: 'billing-profile/stale',
  })
  expect(await ask('DELETE', `/api/billing/profiles/${first?.id}`)).toMatchObject({ code: 'billing-profile/open-invoices' })
  await expect(
    sql`update billing_profiles set is_primary = true where company_id = ${server.companies.B}`.execute(db()),
  ).rejects.toThrow('one_primary')
})

it('fails with the words of the provider, and is paid once by twenty requests at once', async () => {
  expect(invoice).toMatchObject({ status: 'failed', failure: 'Insufficient funds', paidBy: 'Visa ••0002', isTest: true })
  const pay = (methodId: string, isConfirmed = false) =>
    ask<{ invoice: Invoice; needsConfirmation: boolean }>('POST', `/api/billing/invoices/${invoice.id}/pay`, {
      methodId,
      isConfirmed,
    })
  expect(await pay(declined.id)).toMatchObject({ invoice: { status: 'failed' }, needsConfirmation: false })
  const asking = await addCard('authentication')
  expect(await pay(asking.id)).toMatchObject({ invoice: { status: 'failed' }, needsConfirmation: true })
  expect(await charges()).toBe(0)
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(asking.id, true)))
  expect(answers.filter(({ code }) => code !== undefined)).toEqual([])
  expect(await charges()).toBe(1)
  expect(await pay(asking.id, true)).toMatchObject({ invoice: { status: 'paid', paidBy: 'Mastercard ••3184' } })
  expect(await charges()).toBe(1)
  const { rows } = await sql`select from payments where invoice_id = ${invoice.id} and status = 'succeeded'`.execute(db())
  expect(rows).toHaveLength(1)
})

it('asks again under the same key what a crash cut off', async () => {
  const { B } = server.companies
  const good = await addCard('succeeds')
  const [primary] = await profiles()
  await sql`update billing_profiles set method_id = ${good.id} where id = ${primary?.id}`.execute(db())
  await closeMonth(db(), B, monthAt(at('2026-10-01T00:00:00')), at('2026-11-10T00:00:00'))
  const dying = {
    ...provider(),
    charge: async (it: Parameters<ReturnType<typeof provider>['charge']>[0]) => {
      await provider().charge(it)
      throw new Error('the process ends')
    },
  }
  await expect(chargePending({ db: db(), provider: dying })).rejects.toThrow('the process ends')
  await sql`update payments set lease_until = now() where status = 'pending'`.execute(db())
  await chargePending({ db: db(), provider: provider() })
  expect(await charges()).toBe(2)
  expect((await ask<{ data: Invoice[] }>('GET', '/api/billing/invoices')).data[0]).toMatchObject({
    status: 'paid',
    paidBy: 'Visa ••4242',
  })
})
