/** Days are frozen once, late records come as a further part, and replays of failed records are not charged. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, expect, it } from 'vitest'

import type { PlanPreview, PlanState } from '#contract/billing/plan.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { billSoFar } from '#server/features/billing/bill-so-far.ts'
import { closeMonth } from '#server/features/billing/invoices/closing.ts'
import { chargedByCompany, freezeDays } from '#server/features/billing/metering.repository.ts'
import { monthAt } from '#server/features/billing/months.ts'
import { planDays } from '#server/features/billing/plans.repository.ts'
import { currentBook } from '#server/features/billing/prices.repository.ts'
import { addDeltas, addPages } from '../kit/ledger-pages.ts'
import { createTestServer, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()
const at = (text: string) => new Date(`${text}Z`)
let connectorId = ''

beforeEach(async () => {
  connectorId = (await makeConnector(server, 'adminB')).connector._id
})

async function deliver(readAt: string, delivered: number, failed = 0): Promise<string> {
  const { db } = server.database
  const lines = [
    ...Array.from({ length: delivered }, () => ({ status: 'success' as const, took: 1 })),
    ...Array.from({ length: failed }, () => ({ status: 'failure' as const, took: 1 })),
  ]
  const runs = await addPages(db, [{ companyId: server.companies.B, connectorId, readAt: at(readAt), lines }])
  await addDeltas(db, runs)
  return runs[0] ?? ''
}

async function days() {
  const { rows } = await sql<{ day: string; part: number; delivered: number; uncharged: number }>`
    select day::text, part, delivered::int, uncharged::int from usage_days where connector_id = ${connectorId} order by day, part`.execute(
    server.database.db,
  )
  return rows.map(({ day, part, delivered, uncharged }) => [day, part, delivered, uncharged])
}

it('freezes a day three days after it, once, and what settles later as a further part', async () => {
  const { db } = server.database
  await deliver('2026-10-30T23:59:59.9', 3, 2)
  await deliver('2026-10-31T00:00:00', 5)
  await rollUp(db)
  await freezeDays(db, at('2026-11-02T23:59:59'))
  expect(await days()).toEqual([])
  await Promise.all(Array.from({ length: 20 }, () => freezeDays(db, at('2026-11-03T00:00:01'))))
  expect(await days(), 'the second day is still open').toEqual([['2026-10-30', 1, 3, 0]])
  await deliver('2026-10-30T12:00:00', 4)
  await Promise.all(Array.from({ length: 20 }, () => freezeDays(db, at('2026-11-04T00:00:01'))))
  expect(await days()).toEqual([
    ['2026-10-30', 1, 3, 0],
    ['2026-10-30', 2, 4, 0],
    ['2026-10-31', 1, 5, 0],
  ])
  await expect(sql`update usage_days set delivered = 9`.execute(db)).rejects.toThrow('usage_days takes no changes')
})

it('does not charge what a replay delivered of records that had failed', async () => {
  const { db } = server.database
  const failed = await deliver('2026-10-10T10:00:00', 1, 2)
  const run = await deliver('2026-10-11T10:00:00', 3)
  const replay = uuid()
  await sql`insert into replays (id, company_id, connector_id, version, source, delay_ms, found, run_id, created_at)
    values (${replay}, ${server.companies.B}, ${connectorId}, 1, 'live', 0, 3, ${run}, '2026-10-11T09:00:00Z')`.execute(db)
  const standings = ['never-arrived', 'never-arrived', 'arrived']
  for (const [place, standing] of standings.entries())
    await sql`insert into replay_lines (company_id, replay_id, number, run_id, position, record_key, standing, place)
      values (${server.companies.B}, ${replay}, ${place}, ${failed}, ${place}, 'k', ${standing}, ${place})`.execute(db)
  await freezeDays(db, at('2026-10-20T00:00:00'))
  expect(await days()).toEqual([
    ['2026-10-10', 1, 1, 0],
    ['2026-10-11', 1, 3, 2],
  ])
})

it('charges a day with two plans as one of the dearer plan, also when it was changed back', async () => {
  const { db } = server.database
  const { B } = server.companies
  await sql`delete from plan_changes where company_id = ${B}`.execute(db)
  for (const [plan, when] of [
    ['Basic', '2026-09-01T10:00:00Z'],
    ['Enterprise', '2026-09-10T08:00:00Z'],
    ['Basic', '2026-09-10T09:00:00Z'],
    ['Professional', '2026-09-20T00:00:00Z'],
    ['Basic', '2026-09-25T23:59:59Z'],
  ] as const)
    await sql`insert into plan_changes (company_id, plan, at) values (${B}, ${plan}, ${when})`.execute(db)
  expect(
    await planDays(db, await currentBook(db), { companyId: B, from: at('2026-09-01T00:00:00'), to: at('2026-10-01T00:00:00') }),
  ).toEqual([
    { plan: 'Basic', days: 9 },
    { plan: 'Enterprise', days: 1 },
    { plan: 'Basic', days: 9 },
    { plan: 'Professional', days: 6 },
    { plan: 'Basic', days: 5 },
  ])
})

it('bills this month as its invoice will, also when the rows of replays are gone and records of a closed month settled late', async () => {
  const { db } = server.database
  const { B } = server.companies
  await sql`delete from plan_changes where company_id = ${B}`.execute(db)
  await sql`insert into plan_changes (company_id, plan, at) values (${B}, 'Basic', '2026-06-01T00:00:00Z')`.execute(db)
  const run = await deliver('2026-08-11T10:00:00', 3)
  const replay = uuid()
  await sql`insert into replays (id, company_id, connector_id, version, source, delay_ms, found, run_id, created_at)
    values (${replay}, ${B}, ${connectorId}, 1, 'live', 0, 3, ${run}, '2026-08-11T09:00:00Z')`.execute(db)
  await sql`insert into replay_lines (company_id, replay_id, number, record_key, standing, place)
    select ${B}, ${replay}, n, 'k', 'never-arrived', n from generate_series(0, 1) as n`.execute(db)
  await freezeDays(db, at('2026-08-20T00:00:00'))
  await deliver('2026-07-11T10:00:00', 5)
  await closeMonth({ db, publicUrl: '' }, B, monthAt(at('2026-07-01T00:00:00')), at('2026-08-10T00:00:00'))
  await freezeDays(db, at('2026-08-20T00:00:00'))
  await sql`delete from replay_lines where replay_id = ${replay}`.execute(db)
  const bill = await billSoFar(db, B, await currentBook(db), at('2026-08-21T00:00:00'))
  expect(bill).toMatchObject({ records: 1, uncharged: 2 })
  const { rows } = await sql`select * from ${chargedByCompany(monthAt(at('2026-08-21T00:00:00')), [B])} as charged`.execute(db)
  expect(rows).toEqual([{ company_id: B, records: 1 }])
  expect(bill.lines.filter(({ type }) => type === 'late')).toMatchObject([{ day: '2026-07-11', records: 5 }])
})

it('shows the bill of this month with what another plan costs, and changes the plan from today on', async () => {
  const { db } = server.database
  await deliver(new Date().toISOString().slice(0, 23), 7)
  const plan = async () => (await server.ask('GET', '/api/billing/plan', { as: 'adminB' })).json<PlanState>()
  const before = await plan()
  expect(before).toMatchObject({ plan: 'Basic', bill: { total: 0, records: 7 } })
  const preview = (await server.ask('GET', '/api/billing/plan/preview?to=Professional', { as: 'adminB' })).json<{
    monthThen: number
  }>()
  const choose = () => server.ask('PUT', '/api/billing/plan', { as: 'adminB', body: { plan: 'Professional' } })
  expect((await choose()).json(), 'no card is saved').toMatchObject({ status: 409, code: 'plan/no-card' })
  const cardless = await server.ask('GET', '/api/billing/plan/preview?to=Professional', { as: 'adminB' })
  expect(cardless.json()).toMatchObject({ refusals: [expect.stringContaining('no saved card')] })
  expect((await plan()).plan).toBe('Basic')
  const card = await server.ask('POST', '/api/payments/methods', { as: 'adminB', body: { card: 'succeeds', holder: 'Ada' } })
  expect(card.statusCode, card.body).toBe(201)
  const changed = await choose()
  expect(changed.json<PlanState>()).toMatchObject({ plan: 'Professional', bill: { total: preview.monthThen, records: 7 } })
  expect(preview.monthThen).toBeGreaterThan(0)
  const book = (await plan()).book.plans
  const generous = await server.ask('POST', '/api/billing/prices', {
    as: 'superA',
    body: { currency: 'USD', plans: { ...book, Basic: { ...book.Basic, included: 200_000, records: null } } },
  })
  expect(generous.json(), 'the free plan is not better than a paid one').toMatchObject({
    status: 400,
    errors: [{ path: '/plans/Professional/included', message: 'must not be less than in the free plan' }],
  })
  await server.ask('POST', '/api/billing/prices', {
    as: 'superA',
    body: { currency: 'USD', plans: { ...book, Basic: { ...book.Basic, records: 6 } } },
  })
  await server.ask('POST', '/api/billing/plan/prices', { as: 'adminB', body: { version: 3 } })
  const back = await server.ask('PUT', '/api/billing/plan', { as: 'adminB', body: { plan: 'Basic' } })
  expect(back.json()).toMatchObject({
    code: 'plan/not-fitting',
    message: 'Basic allows 6 delivered records. Your company has 7. You can switch to this plan next month.',
  })
  await server.ask('POST', '/api/billing/prices', {
    as: 'superA',
    body: { currency: 'USD', plans: { ...book, Basic: { ...book.Basic, connectors: 1 } } },
  })
  await server.ask('POST', '/api/billing/plan/prices', { as: 'adminB', body: { version: 4 } })
  const { stops } = (await server.ask('GET', '/api/billing/plan/preview?to=Basic', { as: 'adminB' })).json<PlanPreview>()
  const { rows: connectors } = await sql<{
    id: string
  }>`select id from connectors where company_id = ${server.companies.B}`.execute(db)
  expect(stops).toMatchObject([{ limit: 'connectors', more: connectors.length - 1 }])
  expect(stops[0]?.connectors.map(({ id }) => id).toSorted()).toEqual(connectors.map(({ id }) => id).toSorted())
  await expect(sql`update price_books set currency = 'EUR'`.execute(db)).rejects.toThrow('price_books takes no changes')
})
