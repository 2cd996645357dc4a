/** What a company uses, measured: its own records of this month, its connectors and its people, and no other company's. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import type { Customer } from '#contract/admin/customers.ts'
import type { PlanState } from '#contract/billing/plan.ts'
import type { Usage } from '#contract/billing/usage.ts'
import type { UsageDays } from '#contract/billing/usage-days.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { addDeltas, addPages } from '../kit/ledger-pages.ts'
import { createTestServer, makeConnector, type Who } from '../kit/test-server.ts'
import { deliver, replay } from './billing-scene.ts'

const server = createTestServer({ quotas: { connectors: 7, schedules: 3, period: 60, calls: 10_000, runs: 1 } })
const usage = async (as: Who) => (await server.ask('GET', '/api/billing/usage', { as })).json<Usage>()

it('counts what was delivered, failed and skipped this month, and what there is', async () => {
  const { db } = server.database
  const { connector } = await makeConnector(server, 'adminB')
  const [{ now } = { now: new Date(0) }] = (await sql<{ now: Date }>`select now()`.execute(db)).rows
  const monthBegan = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const page = (readAt: Date, ...statuses: ('success' | 'failure' | 'skipped')[]) => ({
    ...{ companyId: server.companies.B, connectorId: connector._id, readAt },
    lines: statuses.map((status) => ({ status, took: 1 })),
  })
  await addDeltas(
    db,
    await addPages(db, [
      page(now, 'success', 'success', 'failure'),
      page(monthBegan, 'success', 'skipped'),
      page(new Date(monthBegan.getTime() - 60_000), 'success', 'failure'),
    ]),
  )
  expect(await usage('adminB')).toMatchObject({
    plan: 'Basic',
    month: { from: monthBegan.toISOString(), records: 3, failedAttempts: 1, skipped: 1 },
    connectors: { used: 1, max: 7 },
    schedules: { used: 0, max: 3 },
    members: 1,
  })
  const ofA = await usage('userA')
  expect(ofA).toMatchObject({ month: { records: 0 }, connectors: { used: 0, max: null }, schedules: { max: null } })
  expect(ofA.members).toBeGreaterThan(1)
})

it('says one number of records this month, to the company and to the operator', async () => {
  const { db } = server.database
  const companyId = server.companies.B
  const { connector } = await makeConnector(server, 'adminB')
  const before = (await usage('adminB')).month.records
  const at = {
    companyId,
    connectorId: connector._id,
    readAt: (await sql<{ now: Date }>`select now()`.execute(db)).rows[0]?.now ?? new Date(),
  }
  await deliver(db, { ...at, delivered: 8, failed: 3 })
  // Two of its three records had never arrived, and are not charged.
  await replay(db, { ...at, delivered: 3, hadFailed: 2 })
  const expected = before + 9
  const get = async <Body>(path: string, as: Who) => (await server.ask('GET', path, { as })).json<Body>()
  const numbers = async () => {
    const { bill, limits } = await get<PlanState>('/api/billing/plan', 'adminB')
    const list = await get<{ data: Customer[] }>('/api/admin/customers?sort=records&direction=descending', 'superA')
    const { usage: days } = await get<CustomerSummary>(`/api/admin/customers/${companyId}/summary`, 'superA')
    return {
      bill: bill.records,
      limit: limits.find(({ limit }) => limit === 'records')?.used,
      usage: (await usage('adminB')).month.records,
      days: (await get<UsageDays>('/api/billing/usage/days', 'adminB')).total,
      listed: list.data.find(({ id }) => id === companyId)?.records,
      first: list.data[0]?.id,
      customer: days.reduce((sum, { records }) => sum + records, 0),
    }
  }
  const same = { bill: expected, limit: expected, usage: expected, days: expected, listed: expected, customer: expected }
  expect(await numbers()).toEqual({ ...same, first: companyId })
  await rollUp(db)
  expect(await numbers(), 'after the sums were added up').toEqual({ ...same, first: companyId })
})

it('names the limits that hold, as the plan does', async () => {
  const both = async (as: Who) => {
    const { limits, isOperator } = (await server.ask('GET', '/api/billing/plan', { as })).json<PlanState>()
    const of = (name: string) => limits.find(({ limit }) => limit === name)?.max
    const own = await usage(as)
    expect([own.connectors.max, own.schedules.max, own.isOperator]).toEqual([of('connectors'), of('schedules'), isOperator])
    return own
  }
  expect(await both('userA')).toMatchObject({ isOperator: true, connectors: { max: null } })
  await sql`update companies set product_tier = 'Professional' where id = ${server.companies.B}`.execute(server.database.db)
  expect(await both('adminB')).toMatchObject({ isOperator: false, connectors: { max: 500 }, schedules: { max: null } })
})
