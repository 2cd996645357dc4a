import { afterAll, beforeAll, expect, it } from 'vitest'

import { connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { problem } from '#contract/kit/problem.ts'
import { readReading } from '#src/services/connectors/details/reading.service.ts'
import { readStudioConnector } from '#src/services/studio/studio.service.ts'
import { detailsOf, readingOf } from '../../model/studio/studios.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'

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

it('asks for all figures of a page at once', async () => {
  const [from, to] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']
  const reading = { ...readingOf({ records: { delivered: 3 } }), details }
  server.answers(json({ ...reading, statistic: { ...reading.statistic, integrationId: connectorId } }))
  expect((await readReading(access, { connectorId, from, to }, signal)).records.total).toBe(3)
  expect(server.asked).toHaveLength(1)
  expect(asked().pathname).toBe(`/api-connectors/${connectorId}/reading`)
  expect(Object.fromEntries(asked().searchParams)).toEqual({ startDate: from, endDate: to })
})

it('leaves open what is open of a time', async () => {
  server.answers(json(problem('connector/not-found'), 404))
  await expect(readReading(access, { connectorId, from: undefined, to: undefined }, signal)).rejects.toThrow(
    'Connector not found',
  )
  expect([...asked().searchParams]).toEqual([])
})
