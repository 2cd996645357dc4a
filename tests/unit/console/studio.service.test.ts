import { afterAll, beforeAll, expect, it } from 'vitest'

import { connectorEndpoints } from '../../../contract/connector.ts'
import { problem } from '../../../contract/problem.ts'
import { countTransactions, readStudioConnector } from '../../../src/services/studio.service.ts'
import { readStepFigures } from '../../../src/services/universe.service.ts'
import { detailsOf } from '../../model/studios.ts'
import { transaction } from '../../model/transactions.ts'
import { json, type ScriptServer, startScriptServer } from './script-server.ts'

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())

const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('no other token')) }
const { signal } = new AbortController()
const connectorId = '01a1f9dd-286f-7175-987c-3afdb61ae67f'
const details = {
  ...detailsOf('Active'),
  ...{ _id: connectorId, userId: connectorId, configId: connectorId },
  connector: { ...detailsOf('Active').connector, _id: connectorId, userId: connectorId, configId: connectorId },
}
const asked = () => new URL(server.asked[0]?.path ?? '', 'http://console.test')

it('reads the connector with its configuration', async () => {
  server.answers(json(details))
  expect((await readStudioConnector(access, { connectorId }, signal))?.name).toBe(details.name)
  expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `${connectorEndpoints.get.method} /api-connectors/${connectorId}`,
  ])
})

it('tells an answer without a configuration from a refusal', async () => {
  server.answers(json({ ...details, config: undefined }))
  expect(await readStudioConnector(access, { connectorId }, signal)).toBeNull()
  server.answers(json(problem('connector/not-found'), 404))
  await expect(readStudioConnector(access, { connectorId }, signal)).rejects.toThrow('Connector not found')
})

it('counts the transactions of a time by one row of them', async () => {
  const [from, to] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']
  const pagination = { total: 12_345, page: 1, pageSize: 1, totalPages: 12_345 }
  const one = { ...transaction('a'), connectorId, transactionId: connectorId, runId: connectorId }
  server.answers(json({ transactions: [one], pagination }))
  const count = await countTransactions(access, { connectorId, from, to }, signal)
  expect(count).toEqual({ total: 12_345, newestAt: one.startDate })
  expect(Object.fromEntries(asked().searchParams)).toEqual({ page: '1', pageSize: '1', startDate: from, endDate: to })
  server.answers(json({ transactions: [], pagination: { ...pagination, total: 0, totalPages: 0 } }))
  expect(await countTransactions(access, { connectorId, from, to: undefined }, signal)).toEqual({ total: 0, newestAt: null })
})

it.each([
  ['an hour by the minute', '2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z', 'minute', '2026-11-20T10:00:00.000Z'],
  ['a day by the hour', '2026-11-19T11:00:00.000Z', '2026-11-20T11:00:00.000Z', 'hour', '2026-11-19T11:00:00.000Z'],
  ['a month by its last 8 days', '2026-10-20T11:00:00.000Z', '2026-11-20T11:00:00.000Z', 'hour', '2026-11-12T11:00:00.000Z'],
  ['what is no time as it was written', 'yesterday', '2026-11-20T11:00:00.000Z', 'minute', 'yesterday'],
])('asks for the figures of the steps of %s', async (_, from, to, resolution, begin) => {
  server.answers(json({ from, to, resolution, points: [], hosts: [] }))
  await readStepFigures(access, { connectorId, from, to }, signal).catch(() => null)
  expect(Object.fromEntries(asked().searchParams)).toEqual({ from: begin, to, resolution })
})
