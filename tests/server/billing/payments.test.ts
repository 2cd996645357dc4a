/** Payments are made once, whoever asks how often; profiles have exactly one primary one. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'

import type { Invoice } from '#contract/billing/invoices.ts'
import type { PaymentMethod } from '#contract/billing/payment-methods.ts'
import type { BillingProfile } from '#contract/billing/profiles.ts'
import { addCompany } from '#server/features/auth/companies.repository.ts'
import { closeMonth } from '#server/features/billing/invoices/closing.ts'
import { monthAt } from '#server/features/billing/months.ts'
import { tellOfExpiry } from '#server/features/billing/notices/limit-notices.ts'
import { chargePending } from '#server/features/billing/payments/charging.ts'
import { retryFailed } from '#server/features/billing/payments/dunning.ts'
import { createSandboxProvider } from '#server/features/billing/payments/sandbox-provider.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { isUnpaid } from '#server/records/runs/quotas.repository.ts'
import { claimRun } from '#server/records/runs/run-leases.repository.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { profileForm } from '../contract/matrix-billing.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'
import { at } from './billing-scene.ts'

const server = createTestServer({ payments: 'sandbox' })
const db = () => server.database.db
const deps = () => ({ db: db(), publicUrl: 'http://localhost' })
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
  await closeMonth(deps(), B, monthAt(at('2026-09-01T00:00:00')), at('2026-10-10T00:00:00'))
  await Promise.all(Array.from({ length: 20 }, () => chargePending({ ...deps(), provider: provider() })))
  const { data } = await ask<{ data: Invoice[] }>('GET', '/api/billing/invoices')
  invoice = data[0] as Invoice
})

it('begins with a profile where a sign-up chose a paid plan and how to pay', async () => {
  const id = uuid()
  await addCompany(db(), { id, name: 'Signed Up', workspaceName: 'w', productTier: 'Professional', paymentMethodId: 'invoice' })
  const { rows } = await sql`select name, is_primary, method_id from billing_profiles where company_id = ${id}`.execute(db())
  expect(rows).toEqual([{ name: 'Signed Up', is_primary: true, method_id: null }])
})

it('checks the format of a VAT number, and keeps country and number on what was issued', async () => {
  const form = { ...profileForm, name: 'Berlin', country: 'DE' }
  const refused = await ask<{ errors: unknown }>('POST', '/api/billing/profiles', { ...form, vatNumber: 'DE1' })
  expect(refused).toMatchObject({ code: 'request/malformed', errors: [{ path: '/vatNumber' }] })
  expect(await ask('POST', '/api/billing/profiles', { ...form, country: null })).toMatchObject({ errors: [{ path: '/country' }] })
  const made = await ask<BillingProfile>('POST', '/api/billing/profiles', { ...form, vatNumber: 'de 123-456-789' })
  expect(made).toMatchObject({ country: 'DE', vatNumber: 'DE123456789' })
  await ask('DELETE', `/api/billing/profiles/${made.id}`)
  const [first] = await profiles()
  await ask('PUT', `/api/billing/profiles/${first?.id}`, {
    ...{
      ...profileForm,
      country: 'DE',
      vatNumber: 'DE123456789',
      isPrimary: true,
      methodId: declined.id,
      revision: first?.revision,
    },
  })
  expect((await profiles())[0]).toMatchObject({ country: 'DE' })
  expect(await ask('GET', `/api/billing/invoices/${invoice.id}`)).toMatchObject({ country: 'US', vatNumber: '' })
  await expect(sql`update invoices set country = 'DE' where id = ${invoice.id}`.execute(db())).rejects.toThrow('takes no changes')
  await expect(sql`update invoices set vat_number = 'x' where id = ${invoice.id}`.execute(db())).rejects.toThrow('no changes')
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
  await closeMonth(deps(), B, monthAt(at('2026-10-01T00:00:00')), at('2026-11-10T00:00:00'))
  const [waiting] = (await ask<{ data: Invoice[] }>('GET', '/api/billing/invoices')).data
  const settle = () => server.ask('POST', `/api/billing/operator/invoices/${waiting?.id}/settle`, { as: 'superA' })
  expect((await settle()).json(), 'while it is being paid').toMatchObject({ code: 'invoice/not-now' })
  const dying = {
    ...provider(),
    charge: async (it: Parameters<ReturnType<typeof provider>['charge']>[0]) => {
      await provider().charge(it)
      throw new Error('the process ends')
    },
  }
  await expect(chargePending({ ...deps(), provider: dying })).rejects.toThrow('the process ends')
  await sql`update payments set lease_until = now() where status = 'pending'`.execute(db())
  await chargePending({ ...deps(), provider: provider() })
  expect(await charges()).toBe(2)
  expect((await ask<{ data: Invoice[] }>('GET', '/api/billing/invoices')).data[0]).toMatchObject({
    status: 'paid',
    paidBy: 'Visa ••4242',
  })
})

it('tells administrators, tries again by the schedule, and starts no run when none goes well', async () => {
  const { B } = server.companies
  const bad = await addCard('declined')
  const [primary] = await profiles()
  await sql`update billing_profiles set method_id = ${bad.id} where id = ${primary?.id}`.execute(db())
  const month = monthAt(at('2026-11-01T00:00:00'))
  await closeMonth(deps(), B, month, at('2026-12-10T00:00:00'))
  await chargePending({ ...deps(), provider: provider() })
  const mails = async () =>
    (
      await sql<{
        subject: string
      }>`select subject from messages where company_id = ${B} and category = 'billing' order by created_at`.execute(db())
    ).rows.map(({ subject }) => subject)
  expect((await mails()).slice(-2)).toEqual([
    'TEST: Datacrane invoice INV-2026-0003',
    'TEST: Payment of Datacrane invoice INV-2026-0003 failed',
  ])
  const tries = async () =>
    (
      await sql<{
        count: number
      }>`select count(*)::int as count from payments p join invoices i on i.id = p.invoice_id where i.period = '2026-11-01'`.execute(
        db(),
      )
    ).rows[0]?.count
  const dayLater = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000)
  const counts: (number | undefined)[] = []
  for (const days of [2, 3, 6, 7, 14, 20, 40]) {
    await retryFailed(db(), dayLater(days))
    await chargePending({ ...deps(), provider: provider() })
    counts.push(await tries())
  }
  expect(counts).toEqual([1, 2, 2, 3, 4, 4, 4])
  expect(await isUnpaid(db(), B)).toBe(false)
  await sql`update invoices set failed_at = now() - interval '22 days' where period = '2026-11-01' and company_id = ${B}`.execute(
    db(),
  )
  expect(await isUnpaid(db(), B)).toBe(true)
  const { connector } = await makeConnector(server, as)
  const { number: version } = await addVersion(db(), {
    companyId: B,
    connectorId: connector._id,
    config: goodConfig,
    authorId: server.ids.adminB,
  })
  await openRun(db(), { companyId: B, connectorId: connector._id, version, trigger: 'schedule', startedBy: null })
  const claim = async () => (await claimRun(db(), 'one', 60_000, undefined, { companyRuns: 9, freeRuns: 9 }))?.companyId ?? null
  expect(await claim(), 'the run waits').toBeNull()
  await sql`update invoices set failed_at = now() where period = '2026-11-01' and company_id = ${B}`.execute(db())
  expect(await claim(), 'and is started when the invoice is paid').toBe(B)
  await sql`update payment_methods set exp_year = 2026, exp_month = 12 where id = ${bad.id}`.execute(db())
  for (let time = 0; time < 2; time += 1) await tellOfExpiry(deps(), at('2026-12-05T00:00:00'))
  expect((await mails()).filter((it) => it === 'Visa ••0002 expires soon')).toHaveLength(1)
})
