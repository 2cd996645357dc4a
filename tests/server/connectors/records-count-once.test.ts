/** A record that was sent again counts once, by its last outcome, wherever records are counted: dashboard, rows, figures, customer page, assistant. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeAll, expect, it } from 'vitest'

import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import type { Analytics } from '#contract/analytics/analytics.ts'
import { readProblems } from '#contract/connectors/details/details.graphql.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { connectorOverview } from '#contract/connectors/list/connector-overview.graphql.ts'
import { everyConnector } from '#contract/connectors/list/connector-selection.ts'
import type { TransactionPage } from '#contract/connectors/runs/transaction.ts'
import { ask, factOf } from '../assistant/assistant-scene.ts'
import { createTestServer } from '../kit/test-server.ts'
import { addRun, type Lost, liveConnector, minutesAgo, ask as query, refusedBy } from './details-scene.ts'

const server = createTestServer()
const listed = {
  ...everyConnector,
  sort: 'throughput',
  direction: 'descending',
  limit: 20,
  offset: 0,
} as const
const begin = minutesAgo(90)
const ids = { retried: '', other: '' }

const delivered = (count: number): Lost[] => Array.from({ length: count }, (_, at) => ({ key: `k${at}`, status: 'success' }))
const failed = (key: string): Lost => ({ key, status: 'failure', error: refusedBy('The phone number is too long.') })

/** 6 of 10 records are delivered. Of the other four, a retry delivers one and fails for another one once more. */
beforeAll(async () => {
  const { db } = server.database
  const companyId = server.companies.A
  ids.retried = await liveConnector(server)
  ids.other = await liveConnector(server)
  const first = await addRun(server, ids.retried, minutesAgo(40), [...delivered(6), ...['a', 'b', 'c', 'd'].map(failed)])
  const again = await addRun(server, ids.retried, minutesAgo(20), [{ key: 'a', status: 'success' }, failed('b')])
  const replay = newId()
  await sql`update runs set trigger = 'replay' where id = ${again}`.execute(db)
  await sql`insert into replays (id, company_id, connector_id, version, source, delay_ms, found, run_id)
    values (${replay}, ${companyId}, ${ids.retried}, 1, 'live', 0, 2, ${again})`.execute(db)
  for (const [place, key] of ['a', 'b'].entries())
    await sql`insert into replay_lines (company_id, replay_id, number, run_id, position, root_run, root_position, record_key, standing, place)
      values (${companyId}, ${replay}, ${place}, ${first}, ${6 + place}, ${first}, ${6 + place}, ${key}, 'never-arrived', ${place})`.execute(
      db,
    )
  // 11 attempts are less than 12, and 11 records more than 10.
  await addRun(server, ids.other, minutesAgo(30), delivered(11))
})

const records = { delivered: 7, failed: 3, unknown: 0, skipped: 0 }

it('on the dashboard: cards, rows and their order', async () => {
  const { data } = await query(server, connectorOverview, listed)
  const { summary, items } = data?.connectorOverview ?? { summary: null, items: [] }
  expect(summary).toMatchObject({ delivered: 18, failed: 3, unknown: 0, skipped: 0, deliveredLater: 1 })
  expect(items.map(({ id, hours }) => [id, hours.reduce((sum, it) => sum + it, 0)])).toEqual([
    [ids.other, 11],
    [ids.retried, 10],
  ])
  expect(items[1]?.health.reason).toContain('3')
  expect(summary?.attention.map(({ id, cause }) => [id, cause?.records])).toEqual([[ids.retried, 3]])
})

it('on the page of the connector, beside the attempts of its statistic', async () => {
  const reply = await server.ask('GET', `/api-connectors/${ids.retried}/reading?startDate=${begin.toISOString()}`, {
    as: 'userA',
  })
  const reading = reply.json<ConnectorReading>()
  expect(reading.records).toMatchObject({ ...records, total: 10, deliveredLater: 1 })
  expect(reading.statistic.sums).toMatchObject({ total: 12, delivered: 7, failed: 5 })
})

it('in the figures of a time and their chart', async () => {
  const span = { startDate: begin.toISOString(), endDate: new Date().toISOString(), interval: 'minute' }
  const reply = await server.ask('POST', '/api/analytics/dashboard', {
    as: 'userA',
    body: { ...span, integrationIds: [ids.retried] },
  })
  const { volumeAnalysis, errorAnalysis, chartData } = reply.json<Analytics>()
  expect(volumeAnalysis.sums).toMatchObject({ ...records, total: 10 })
  expect(errorAnalysis.errorRate).toBe(30)
  expect(chartData.volume.reduce((sum, it) => sum + it.count, 0)).toBe(10)
  expect(chartData.volume.reduce((sum, it) => sum + it.failed, 0)).toBe(3)
})

it("on the operator's page of the customer: figures and rows", async () => {
  const reply = await server.ask('GET', `/api/admin/customers/${server.companies.A}/summary`, { as: 'superA' })
  const { records: all, failedRecords, deliveredLater, connectors } = reply.json<CustomerSummary>()
  expect({ all, failedRecords, deliveredLater }).toEqual({ all: 21, failedRecords: 3, deliveredLater: 1 })
  expect(connectors.find(({ id }) => id === ids.retried)).toMatchObject({ records: 10, failed: 3 })
})

it('in what the assistant says, with what was delivered later', async () => {
  const answer = await ask(server, 'How many records failed in the past 3 hours?')
  expect(factOf(answer, 'Failed records')).toBe(3)
  expect(factOf(answer, 'Records delivered later')).toBe(1)
  expect(answer.message).toContain('1 record failed at first and was delivered later.')
  const all = await ask(server, 'How many records were processed in the past 3 hours?')
  expect(factOf(all, 'Records read')).toBe(21)
})

it('on the card of a problem, which lists and compares what is still lost', async () => {
  const { data } = await query(server, readProblems, { id: ids.retried, from: begin.toISOString(), to: null })
  const [group, ...others] = data?.connector?.problems?.groups ?? []
  expect(others).toEqual([])
  expect(group).toMatchObject({ failed: 5, records: 4, openRecords: 3 })
  const time = { startDate: begin.toISOString(), endDate: new Date().toISOString(), problem: group?.id ?? '' }
  const list = async (more: Record<string, string> = {}) =>
    (
      await server.ask('GET', `/api/analytics/transactions/${ids.retried}?${new URLSearchParams({ ...time, ...more })}`, {
        as: 'userA',
      })
    ).json<TransactionPage>()
  const { transactions, pagination } = await list()
  expect(transactions.map(({ recordKey }) => recordKey)).toEqual(['b', 'd', 'c'])
  expect(pagination.total).toBe(3)
  expect((await list({ pageSize: '2', page: '2' })).transactions.map(({ recordKey }) => recordKey)).toEqual(['c'])
  expect((await list({ status: 'pending' })).pagination.total).toBe(0)
  const evidence = await server.ask('GET', `/api-connectors/${ids.retried}/causes/${group?.id}/evidence?from=${time.startDate}`, {
    as: 'userA',
  })
  expect(evidence.json()).toMatchObject({ lost: 3 })
})
