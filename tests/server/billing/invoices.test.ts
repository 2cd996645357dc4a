/** Invoices add up to the ledger, are made once, have numbers without gaps, and never change. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'

import type { AccountInfo, Invoice, InvoiceDetails } from '#contract/billing/invoices.ts'
import type { PlanState } from '#contract/billing/plan.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { closeMonth, closeMonths, isOver } from '#server/features/billing/invoices/closing.ts'
import { checkAgainstLedger } from '#server/features/billing/invoices/invoices.repository.ts'
import { freezeDays } from '#server/features/billing/metering.repository.ts'
import { monthAt } from '#server/features/billing/months.ts'
import { isFullForm } from '../../kit/form.ts'
import { createTestServer } from '../kit/test-server.ts'
import { addCustomer, at, type Company, deliver, replay } from './billing-scene.ts'

const server = createTestServer()
const db = () => server.database.db
const deps = () => ({ db: db(), publicUrl: 'http://localhost' })

const numbers = async () =>
  (
    await sql<{
      number: string
    }>`select number from invoices where number is not null and kind = 'invoice' order by number`.execute(db())
  ).rows.map(({ number }) => number)
const gapless = (found: readonly string[]) =>
  found.every((number, index) => number === `INV-2026-${String(index + 1).padStart(4, '0')}`)

type Happening = {
  readonly minute: number
  readonly delivered: number
  readonly failed: number
  /** Days after which it has settled. */
  readonly settled: number
  readonly connector: number
  readonly hadFailed: number | null
}

const start = at('2026-07-01T00:00:00').getTime()
const end = at('2026-10-01T00:00:00').getTime()
const minutes = (end - start) / 60_000
/** Around midnights of UTC and of other zones, and around the ends of months. */
const moments = fc.oneof(
  fc.integer({ min: 0, max: minutes - 1 }),
  fc
    .tuple(fc.integer({ min: 0, max: 91 }), fc.constantFrom(0, 1_439, 1, 120, 330, 720), fc.integer({ min: -1, max: 1 }))
    .map(([day, minute, by]) => Math.min(minutes - 1, Math.max(0, day * 1_440 + minute + by))),
  fc.constantFrom(30 * 1_440 + 1_439, 31 * 1_440, 62 * 1_440 - 1, 62 * 1_440),
)
const happenings = fc.array(
  fc.record({
    minute: moments,
    delivered: fc.integer({ min: 0, max: 12 }),
    failed: fc.integer({ min: 0, max: 3 }),
    settled: fc.constantFrom(0, 0, 0, 1, 2, 5, 20, 45),
    connector: fc.integer({ min: 0, max: 1 }),
    hadFailed: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 12 })),
  }),
  { minLength: 4, maxLength: 12 },
)

it('add up to the ledger, whatever was replayed, settled late or read around midnight', async () => {
  const histories: { company: Company; list: readonly Happening[] }[] = []
  for (const list of fc.sample(happenings, { numRuns: isFullForm ? 200 : 20, seed: 38 }))
    histories.push({ company: await addCustomer(db(), new Date(start), 2), list })
  const all = histories
    .flatMap(({ company, list }) =>
      list.map((each) => ({ company, each, settledAt: start + each.minute * 60_000 + each.settled * 86_400_000 })),
    )
    .toSorted((a, b) => a.settledAt - b.settledAt)
  const [first] = all
  if (first === undefined) throw new Error('nothing happens')
  let next = 0
  let month = monthAt(new Date(start))
  for (let now = start; now <= end + 95 * 86_400_000; now += 5 * 86_400_000 + 7) {
    for (; next < all.length && (all[next]?.settledAt ?? 0) <= now; next += 1) {
      const [{ company, each } = first] = [all[next]]
      const { companyId, connectorIds } = company
      const it = { companyId, connectorId: connectorIds[each.connector] ?? '', readAt: new Date(start + each.minute * 60_000) }
      const { delivered, failed, hadFailed } = each
      if (hadFailed === null || delivered === 0) await deliver(db(), { ...it, delivered, failed })
      else await replay(db(), { ...it, delivered, hadFailed: Math.min(delivered, hadFailed) })
    }
    await rollUp(db())
    await freezeDays(db(), new Date(now))
    for (; isOver(month, new Date(now)); month = monthAt(month.to))
      await Promise.all(histories.map(({ company }) => closeMonth(deps(), company.companyId, month, new Date(now))))
  }
  const { rows } = await sql<{ companyId: string; lines: number; ledger: number; amounts: number; totals: number }>`
    select c.id as "companyId",
      coalesce((select sum(l.records) from invoice_lines l where l.company_id = c.id), 0)::int as lines,
      coalesce((select sum(l.amount) from invoice_lines l where l.company_id = c.id), 0)::int as amounts,
      coalesce((select sum(i.total) from invoices i where i.company_id = c.id), 0)::int as totals,
      (select count(*) from transactions t join source_pages p on p.run_id = t.run_id and p.number = t.page
        left join replays r on r.run_id = t.run_id left join replay_lines l on l.replay_id = r.id and l.place = t.position
        where p.company_id = c.id and t.status = 'success' and coalesce(l.standing, '') <> 'never-arrived')::int as ledger
    from companies c where c.id = any(${histories.map(({ company }) => company.companyId)}::uuid[])`.execute(db())
  expect(rows.filter(({ lines, ledger }) => lines !== ledger)).toEqual([])
  expect(rows.filter(({ amounts, totals }) => amounts !== totals)).toEqual([])
  expect(rows.reduce((sum, { ledger }) => sum + ledger, 0)).toBeGreaterThan(300)
  const { rows: issued } = await sql<Parameters<typeof checkAgainstLedger>[1]>`
    select id, company_id as "companyId", period::text as period, period_end::text as "periodEnd" from invoices where status <> 'draft'`.execute(
    db(),
  )
  let checked = 0
  for (const invoice of issued) {
    const check = await checkAgainstLedger(db(), invoice)
    expect([check.difference, check.amountDifference]).toEqual([0, 0])
    checked += check.records
  }
  expect(checked).toBe(rows.reduce((sum, { lines }) => sum + lines, 0))
  // One more record of a day that is on an invoice: it is seen at the next reading.
  const of = issued.find(({ companyId }) => histories.some(({ company }) => company.companyId === companyId))
  if (of === undefined) throw new Error('nothing was issued')
  const connectorId = histories.find(({ company }) => company.companyId === of.companyId)?.company.connectorIds[0] ?? ''
  await deliver(db(), { ...of, connectorId, readAt: at(`${of.period}T10:00:00`), delivered: 1 })
  expect((await checkAgainstLedger(db(), of)).difference).toBe(-1)
  const found = await numbers()
  expect(found.length).toBeGreaterThanOrEqual(3 * histories.length)
  expect(gapless(found)).toBe(true)
}, 120_000)

it('are one for a month that twenty jobs close at once', async () => {
  const made = await addCustomer(db(), at('2026-09-10T12:00:00'))
  const month = monthAt(at('2026-09-01T00:00:00'))
  const now = at('2026-10-04T00:00:01')
  const before = (await numbers()).length
  expect(await closeMonth(deps(), made.companyId, month, at('2026-10-03T23:59:59')), 'the grace is not over').toBeNull()
  const ids = await Promise.all(Array.from({ length: 20 }, () => closeMonth(deps(), made.companyId, month, now)))
  expect(ids.filter((id) => id !== null)).toHaveLength(1)
  const found = await numbers()
  expect([found.length, gapless(found)]).toEqual([before + 1, true])
})

let own: { readonly id: string; readonly number: string }

beforeAll(async () => {
  const { B } = server.companies
  await sql`delete from plan_changes where company_id = ${B}`.execute(db())
  await sql`insert into plan_changes (company_id, plan, at) values (${B}, 'Professional', '2026-09-01T00:00:00Z')`.execute(db())
  for (const month of ['2026-09', '2026-10'])
    await closeMonth(deps(), B, monthAt(at(`${month}-01T00:00:00`)), at('2026-11-10T00:00:00'))
  const { data } = (await server.ask('GET', '/api/billing/invoices', { as: 'adminB' })).json<{ data: Invoice[] }>()
  own = data[1] as Invoice
})

it('are searched and filtered, shown with their lines, archived and shown again', async () => {
  const list = async (query: string) =>
    (await server.ask('GET', `/api/billing/invoices?${query}`, { as: 'adminB' })).json<{ data: Invoice[]; total: number }>()
  expect(await list('')).toMatchObject({
    total: 2,
    data: [{ amount: 9_900, status: 'open', paidBy: 'Bank transfer' }, { amount: 9_900 }],
  })
  expect((await list(`search=${own.number.toLowerCase()}`)).data.map(({ id }) => id)).toEqual([own.id])
  expect((await list('search=%25')).total).toBe(0)
  expect((await list('status=paid')).total).toBe(0)
  expect((await list('status=process&timespan=12m')).total).toBe(2)
  const details = await server.ask('GET', `/api/billing/invoices/${own.id}`, { as: 'adminB' })
  expect(details.json<InvoiceDetails>()).toMatchObject({
    lines: [{ description: 'Professional plan', amount: 9_900 }],
    bookVersion: 2,
    check: { records: 0, ledger: 0, difference: 0, amountDifference: 0 },
  })
  const statusOf = async (as: 'adminA' | 'superA') =>
    (await server.ask('GET', `/api/billing/invoices/${own.id}`, { as })).statusCode
  expect([await statusOf('adminA'), await statusOf('superA')]).toEqual([404, 200])
  await server.ask('POST', `/api/billing/invoices/${own.id}/archive`, { as: 'adminB' })
  expect([(await list('')).total, (await list('archived=true')).total]).toEqual([1, 1])
  await server.ask('POST', `/api/billing/invoices/${own.id}/unarchive`, { as: 'adminB' })
  expect((await list('')).total).toBe(2)
})

it('have the tax that the operator set for the company, from the next one on', async () => {
  const made = await addCustomer(db(), at('2024-01-01T00:00:00'), 0)
  const close = (month: string) =>
    closeMonth(deps(), made.companyId, monthAt(at(`${month}-01T00:00:00`)), at('2024-06-10T00:00:00'))
  const first = await close('2024-01')
  const set = (body: unknown, as: 'superA' | 'adminB' = 'superA') =>
    server.ask('PUT', `/api/billing/operator/invoices/${first}/tax`, { as, body })
  expect((await set({ name: 'VAT', rate: 1_900 }, 'adminB')).statusCode).toBe(403)
  expect((await set({ name: ' ', rate: 1_900 })).json()).toMatchObject({ code: 'request/malformed' })
  expect((await set({ name: ' VAT ', rate: 1_900 })).json()).toEqual({ name: 'VAT', rate: 1_900 })
  const second = await close('2024-02')
  const { rows } = await sql<{ id: string; total: number; tax: number | null }>`
    select id, total::int, (select amount::int from invoice_lines l where l.invoice_id = i.id and l.type = 'tax') as tax
    from invoices i where company_id = ${made.companyId} order by period`.execute(db())
  expect(rows).toEqual([
    { id: first, total: 9_900, tax: null },
    { id: second, total: 11_781, tax: 1_881 },
  ])
  const listed = (await server.ask('GET', '/api/billing/operator/invoices?limit=100&order=asc', { as: 'superA' })).json<{
    data: Invoice[]
  }>()
  expect(listed.data.find(({ id }) => id === first)).toMatchObject({ tax: { name: 'VAT', rate: 1_900 } })
})

it('never change once they are open; a credit note and a settlement are what follows', async () => {
  await expect(sql`update invoices set total = 1 where id = ${own.id}`.execute(db())).rejects.toThrow(
    'an open invoice takes no changes',
  )
  await expect(sql`delete from invoices where id = ${own.id}`.execute(db())).rejects.toThrow('an open invoice takes no changes')
  await expect(sql`update invoice_lines set amount = 1 where invoice_id = ${own.id}`.execute(db())).rejects.toThrow(
    'take no changes',
  )
  const at = `/api/billing/operator/invoices/${own.id}`
  const credit = (amount: number) =>
    server.ask('POST', `${at}/credit`, { as: 'superA', body: { amount, reason: 'Outage on 3 October' } })
  expect((await credit(9_901)).json()).toMatchObject({ code: 'invoice/credit-too-high' })
  expect((await credit(900)).json()).toMatchObject({ kind: 'credit-note', number: 'CN-2026-0001', amount: -900, status: 'paid' })
  const info = async () => (await server.ask('GET', '/api/billing/info', { as: 'adminB' })).json<AccountInfo>()
  expect(await info()).toMatchObject({ currentDue: 18_900, expenseIncrease: expect.any(Number) })
  expect((await server.ask('POST', `${at}/settle`, { as: 'superA' })).json()).toMatchObject({ status: 'paid' })
  expect((await server.ask('POST', `${at}/settle`, { as: 'superA' })).json()).toMatchObject({ code: 'invoice/not-now' })
  expect(await info()).toMatchObject({ currentDue: 9_900 })
  expect((await info()).monthlyPayments.at(-1)).toMatchObject({ amount: 9_000 })
  const { book } = (await server.ask('GET', '/api/billing/plan', { as: 'adminB' })).json<PlanState>()
  await server.ask('POST', '/api/billing/prices', { as: 'superA', body: { currency: 'EUR', plans: book.plans } })
  await server.ask('POST', '/api/billing/plan/prices', { as: 'adminB', body: { version: book.version + 1 } })
  expect(await info(), 'amounts of two currencies are not added').toMatchObject({
    ...{ currency: 'EUR', currentDue: 0, dueDate: null },
    otherCurrencies: [
      {
        currency: 'USD',
        currentDue: 9_900,
        monthlyPayments: expect.arrayContaining([expect.objectContaining({ amount: 9_000 })]),
      },
    ],
  })
})

it('have a line of each connector, however many there are, and a company that cannot be invoiced holds up no other', async () => {
  const now = at('2025-03-05T00:00:00')
  const [stuck, large] = [
    await addCustomer(db(), at('2025-02-01T00:00:00'), 0),
    await addCustomer(db(), at('2025-02-01T00:00:00'), 0),
  ]
  const count = 5_000
  await sql`insert into connectors (id, company_id, owner_id, name, profile, config_id, draft, status, status_before, status_reason, status_next)
    select gen_random_uuid(), ${large.companyId}::uuid, ${large.userId}::uuid, 'C ' || n, '{}', gen_random_uuid(), '{}', 'Active', 'Active', '', ''
    from generate_series(1, ${count}::int) n`.execute(db())
  await sql`insert into usage_days (company_id, connector_id, day, part, delivered, uncharged)
    select company_id, id, '2025-02-10', 1, 1000, 0 from connectors where company_id = ${large.companyId}`.execute(db())
  await sql`alter table invoices add constraint stuck check (company_id <> ${sql.lit(stuck.companyId)}::uuid) not valid`.execute(
    db(),
  )
  await closeMonths({ db: db(), publicUrl: '' }, now, () => {})
  await sql`alter table invoices drop constraint stuck`.execute(db())
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from invoice_lines where company_id = ${large.companyId} and type = 'records'`.execute(db())
  expect(rows).toEqual([{ lines: count }])
})
