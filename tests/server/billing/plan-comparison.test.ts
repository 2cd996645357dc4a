/** What each plan would have cost is what its invoice says. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { PlanComparison } from '#contract/billing/plan-comparison.ts'
import type { PriceBook } from '#contract/billing/price-book.ts'
import type { UsageDays } from '#contract/billing/usage-days.ts'
import { closeMonth } from '#server/features/billing/invoices/closing.ts'
import { freezeDays } from '#server/features/billing/metering.repository.ts'
import { monthAt } from '#server/features/billing/months.ts'
import { cheaperFrom, comparePlans } from '#server/features/billing/plan-comparison.ts'
import { addBook } from '#server/features/billing/prices.repository.ts'
import { createTestServer } from '../kit/test-server.ts'
import { addCustomer, at, deliver } from './billing-scene.ts'

const server = createTestServer()
const quotas = { connectors: 5, schedules: 2 }
const limits = { connectors: null, members: null, records: null }
const plans = {
  Basic: { base: 0, included: 5, perThousand: 0, connectors: 1, members: 3, records: 10 },
  Professional: { base: 49_900, included: 8, perThousand: 60_011, ...limits },
  Enterprise: { base: 120_000, included: 20, perThousand: 30_007, ...limits },
} as const

it('compares plans by the bill that each invoice would make', async () => {
  const { db } = server.database
  const { rows } = await sql<{ id: string }>`select id from users limit 1`.execute(db)
  await addBook(db, { currency: 'USD', plans }, rows[0]?.id ?? '')
  const month = monthAt(at('2026-07-01T00:00:00'))
  const added = async (plan: string) => {
    // Signed up in the month: two thirds of the base price.
    const it = await addCustomer(db, at('2026-07-11T00:00:00'), 2)
    await sql`update companies set product_tier = ${plan} where id = ${it.companyId}`.execute(db)
    await sql`delete from plan_changes where company_id = ${it.companyId}`.execute(db)
    await sql`insert into plan_changes (company_id, plan, at) values (${it.companyId}, ${plan}, '2026-07-11T00:00:00Z')`.execute(
      db,
    )
    for (const [index, connectorId] of it.connectorIds.entries())
      await deliver(db, { companyId: it.companyId, connectorId, readAt: at('2026-07-12T10:00:00'), delivered: 7 + index })
    await freezeDays(db, at('2026-08-20T00:00:00'))
    return it.companyId
  }
  const own = await added('Professional')
  const compared = await comparePlans({ db, quotas }, own, at('2026-07-31T23:00:00'))
  expect(compared).toMatchObject({ plan: 'Professional', hasChanged: false })
  for (const { plan, total } of compared.plans) {
    const companyId = plan === 'Professional' ? own : await added(plan)
    const id = await closeMonth({ db, publicUrl: '' }, companyId, month, at('2026-08-20T00:00:00'))
    const invoices = await sql<{ total: number }>`select total::int8 from invoices where id = ${id}`.execute(db)
    expect(invoices.rows[0]?.total ?? 0, plan).toBe(total)
  }
  expect(compared.plans.map(({ plan, exceeded, isCheapest }) => [plan, exceeded, isCheapest])).toEqual([
    [
      'Basic',
      [
        { limit: 'connectors', used: 2, max: 1 },
        { limit: 'records', used: 15, max: 10 },
      ],
      false,
    ],
    ['Professional', [], true],
    ['Enterprise', [], false],
  ])
})

it('says from how many records on the dearer plan costs less, to the record', () => {
  const book = { plans } as unknown as PriceBook
  const from = cheaperFrom(book, { than: 'Professional', plan: 'Enterprise', most: null, days: 31 }) ?? 0
  const cost = (base: number, included: number, per: number, records: number) =>
    base + Math.round((per * Math.max(0, records - included)) / 1_000)
  const { Professional: one, Enterprise: other } = plans
  const difference = (records: number) =>
    cost(one.base, one.included, one.perThousand, records) - cost(other.base, other.included, other.perThousand, records)
  expect([difference(from - 1) > 0, difference(from) > 0]).toEqual([false, true])
  expect(cheaperFrom(book, { than: 'Enterprise', plan: 'Professional', most: null, days: 31 })).toBeNull()
  expect(cheaperFrom(book, { than: 'Professional', plan: 'Enterprise', most: from - 1, days: 31 })).toBeNull()
})

it('shows the comparison and the days of the month to everybody of the company, and of no other', async () => {
  const { db } = server.database
  const mine = await addCustomer(db, at('2026-06-01T00:00:00'), 7)
  await sql`update connectors set company_id = ${server.companies.B} where company_id = ${mine.companyId}`.execute(db)
  const now = new Date()
  for (const [index, connectorId] of mine.connectorIds.entries())
    await deliver(db, { companyId: server.companies.B, connectorId, readAt: now, delivered: index + 1 })
  const compared = (await server.ask('GET', '/api/billing/plans', { as: 'userA' })).json<PlanComparison>()
  expect(compared.plans.map(({ plan }) => plan)).toEqual(['Basic', 'Professional', 'Enterprise'])
  const days = (await server.ask('GET', '/api/billing/usage/days', { as: 'adminB' })).json<UsageDays>()
  expect(days.total).toBe(28)
  expect(days.days.at(-1)).toBe(now.toISOString().slice(0, 10))
  expect(days.series.map(({ name, records }) => [name, records.at(-1)])).toEqual([
    ['Connector 6', 7],
    ['Connector 5', 6],
    ['Connector 4', 5],
    ['Connector 3', 4],
    ['', 6],
  ])
  const others = (await server.ask('GET', '/api/billing/usage/days', { as: 'superA' })).json<UsageDays>()
  expect(others.total).toBe(0)
})
