/** What a company uses, measured: its own records of this month, its connectors and its people, and no other company's. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { PlanState } from '#contract/billing/plan.ts'
import type { Usage } from '#contract/billing/usage.ts'
import { addDeltas, addPages } from '../kit/ledger-pages.ts'
import { createTestServer, makeConnector, type Who } from '../kit/test-server.ts'

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
    month: { from: monthBegan.toISOString(), delivered: 3, failed: 1, skipped: 1 },
    connectors: { used: 1, max: 7 },
    schedules: { used: 0, max: 3 },
    members: 1,
  })
  const ofA = await usage('userA')
  expect(ofA).toMatchObject({ month: { delivered: 0 }, connectors: { used: 0, max: null }, schedules: { max: null } })
  expect(ofA.members).toBeGreaterThan(1)
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
