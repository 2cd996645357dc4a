import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()

const result = async (path: string, body: unknown) =>
  (await server.ask('POST', `/api-connectors/${path}`, { as: 'userA', body })).json<ValidationResult>()
const fine = { isValid: true, errors: [], warnings: [] }
const webhook = { type: 'webhook' }
const unused = { path: '/source/url', message: 'This is not used: the records are the events of the webhook' }

it('a source of events needs no address, and one that is there is not used', async () => {
  expect(await result('validateConfig', { ...goodConfig, trigger: webhook, source: { type: 'http' } })).toMatchObject(fine)
  expect(await result('validateConfig', { ...goodConfig, trigger: webhook })).toMatchObject({ ...fine, warnings: [unused] })
  const privately = { ...goodConfig.source, url: 'http://10.0.0.1/orders' }
  expect(await result('validateConfig', { ...goodConfig, trigger: webhook, source: privately })).toMatchObject({
    ...fine,
    warnings: [unused],
  })
})

it('a section is asked for what its trigger needs', async () => {
  const section = (trigger?: unknown) =>
    result('validate-config-section', { section: 'source', data: { type: 'http' }, ...(trigger ? { trigger } : {}) })
  expect(await section(webhook)).toEqual(fine)
  expect((await section()).errors).toContainEqual({
    path: '/source/url',
    message: 'Source must have a URL, Azure config, or database config',
  })
})

it('the list of an event has a path that can be read, and no pages', async () => {
  const outputConfig = { strategy: 'bulk' }
  const source = {
    type: 'http',
    isList: true,
    listPath: 'a.__proto__',
    listConfig: { type: 'pagination', iterationPath: '', batchSize: 10, outputConfig },
  }
  const { errors } = await result('validateConfig', { ...goodConfig, trigger: webhook, source })
  expect(errors.map(({ path }) => path)).toEqual(['/source/listPath', '/source/listConfig/type'])
})

it.each([{ everySeconds: 1 }, { cron: '*/5 * * * *' }, { cron: '0 9 * * MON-FRI', timeZone: 'America/New_York' }])(
  'a schedule that can be kept: %j',
  async (rhythm) => {
    const path = '/destination/onlyChanged'
    const message =
      'Every run reads all records and sends only new or changed ones. Records without an id or key field are sent in every run'
    const found = await result('validateConfig', { ...goodConfig, trigger: { type: 'schedule', ...rhythm } })
    expect(found).toMatchObject({ ...fine, warnings: [{ path, message }] })
  },
)

it('a schedule that sends everything again says how much that is, where it was counted', async () => {
  const { database, companies, ids } = server
  const destination = { ...goodConfig.destination, onlyChanged: false }
  const config: ConnectorConfig = { ...goodConfig, destination, trigger: { type: 'schedule', everySeconds: 300 } }
  const { connector } = await makeConnector(server, 'userA', config)
  const asked = async (it = config) =>
    (await result('validateConfig', { connectorId: connector._id, config: it })).warnings.map(({ message }) => message).join(' ')
  expect(await asked()).not.toMatch(/\d/)
  await server.ask('PUT', `/api-connectors/${connector._id}/shapes`, {
    as: 'userA',
    body: { source: { fields: [], examples: [{ id: 1 }], origin: 'request', takenAt: '2026-11-01T00:00:00.000Z' } },
  })
  expect(await asked()).toContain(
    'The total is unknown, because no run has read the whole source yet. The sample alone contains 1 record.',
  )
  const whose = { companyId: companies.A, connectorId: connector._id }
  const { number: version } = await addVersion(database.db, { ...whose, config, authorId: ids.userA })
  const { runId } = await openRun(database.db, { ...whose, version, trigger: 'schedule' })
  await database.db.updateTable('runs').set({ status: 'succeeded', records_read: 1_200 }).where('id', '=', runId).execute()
  expect(await asked()).toContain(
    'Destinations that support keys accept them only once. The last successful run read 1,200 records.',
  )
  await database.db.updateTable('runs').set({ records_read: 0 }).where('id', '=', runId).execute()
  expect(await asked()).toContain('The last successful run read 0 records.')
  const ofRuns: ConnectorConfig = { ...config, destination: { ...config.destination, keys: 'run' } }
  expect(await asked(ofRuns)).toContain('Each run uses new keys')
})

it('a deployment that wants a complete draft is refused for what the steps still ask, and another one is not', async () => {
  const { isList: _, listPath: __, ...source } = goodConfig.source
  const { connector } = await makeConnector(server, 'userA', { ...goodConfig, source, dataMapping: [] })
  const deploy = (isComplete?: boolean) =>
    server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA', body: { isComplete } })
  const refused = async () => {
    const { statusCode, json } = await deploy(true).then((it) => ({ statusCode: it.statusCode, json: it.json<Problem>() }))
    expect(statusCode).toBe(422)
    return json.errors?.map(({ path, message }) => `${path}: ${message}`).join('\n')
  }
  expect(await refused()).toMatch(/^\/source\/isList: In the source step, send a test request/)

  const known = { origin: 'request', takenAt: '2026-11-01T00:00:00.000Z' }
  const destination = { fields: [{ path: 'email', types: ['string'], isRequired: true }], examples: [], ...known }
  const fields = [{ path: 'id', types: ['integer'], isRequired: true }]
  const answer = { fields, examples: [{ items: [{ id: 1 }, { id: 2 }] }], ...known }
  await server.ask('PUT', `/api-connectors/${connector._id}/shapes`, { as: 'userA', body: { source: answer, destination } })
  expect(await refused()).toBe(
    '/source/isList: The response contains a list. In the source step, choose whether each item is a record\n/dataMapping: The destination requires the field "email". Map it in the mapping step',
  )
  expect((await deploy()).statusCode, 'whoever does not ask for it').toBe(202)
})
