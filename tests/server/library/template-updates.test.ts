/** A company decides on a new version: it sees what would change in each connector, takes it over or keeps its own. */
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { Template } from '#contract/library/template.ts'
import type { TemplateUpdate } from '#contract/library/template-updates.ts'
import { mergedVersion } from '#server/features/library/merged-version.ts'
import { publication } from '../contract/matrix-table.ts'
import { createTestServer, makeConnector, type Reply, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const updates = async (as: Who) =>
  (await server.ask('GET', '/api/template-updates', { as })).json<{ data: TemplateUpdate[] }>().data
const decide = (as: Who, id: string, revision: number, connectorIds: readonly string[], accept: boolean) =>
  server.ask('POST', `/api/template-updates/${id}/decide`, { as, key: uuid(), body: { revision, connectorIds, accept } })
const configOf = async (as: Who, id: string) =>
  (await server.ask('GET', `/api-connectors/${id}`, { as })).json<ConnectorAndConfig & { status: string }>()

async function publish() {
  const { connector } = await makeConnector(server, 'adminA')
  const body = { ...publication, connectorId: connector._id }
  const template = (await server.ask('POST', '/api/templates', { as: 'adminA', body })).json<Template>()
  async function change(source: object, revision: number) {
    const { config } = await configOf('adminA', connector._id)
    const { status: _, ...rest } = config
    const draft = JSON.stringify({ ...rest, source: { ...rest.source, ...source } })
    await server.database.db.updateTable('connectors').set({ draft }).where('id', '=', connector._id).execute()
    const next = { _id: template._id, revision, ...publication, connectorId: connector._id }
    expect((await server.ask('PUT', '/api/templates/', { as: 'adminA', body: next })).statusCode).toBe(200)
  }
  return { id: template._id, change }
}
const start = async (as: Who, id: string) =>
  (await server.ask('POST', `/api/templates/${id}/start`, { as, key: uuid(), body: { name: 'Mine' } })).json<ConnectorAndConfig>()
    .connector._id

it('changes the draft of the connectors that it is taken over into, and nothing before', async () => {
  const { id, change } = await publish()
  const mine = await start('adminB', id)
  const before = await configOf('adminB', mine)
  expect(await updates('adminB')).toEqual([])
  await change({ url: 'https://example.com/v2' }, 1)
  const seen = await updates('adminB')
  const url = { path: '/source/url', before: before.config.source.url, after: 'https://example.com/v2' }
  expect(seen).toMatchObject([
    { id, revision: 2, publisher: 'Company A', connectors: [{ id: mine, name: 'Mine', from: 1, changes: [url], kept: [] }] },
  ])
  expect((await configOf('adminB', mine)).config.source.url).toBe(before.config.source.url)
  // Of others there is nothing to see or to decide.
  expect(await updates('userA')).toEqual([])
  expect((await decide('adminA', id, 2, [mine], true)).statusCode).toBe(200)
  expect(codeOf(await decide('adminB', id, 1, [mine], true))).toBe('template/stale')
  expect((await configOf('adminB', mine)).config.source.url).toBe(before.config.source.url)

  expect((await decide('adminB', id, 2, [mine], true)).statusCode).toBe(200)
  const after = await configOf('adminB', mine)
  expect(after.config.source.url).toBe('https://example.com/v2')
  expect(after.connector.name).toBe('Mine')
  expect(await updates('adminB')).toEqual([])
})

it('is not offered again when it is kept, and the next one is; one that was withdrawn is not', async () => {
  const { id, change } = await publish()
  const mine = await start('adminB', id)
  await change({ url: 'https://example.com/v2' }, 1)
  await decide('adminB', id, 2, [mine], false)
  expect(await updates('adminB')).toEqual([])
  await change({ url: 'https://example.com/v3' }, 2)
  expect(await updates('adminB')).toMatchObject([{ revision: 3, connectors: [{ from: 1 }] }])
  const body = { audience: 'nobody', companies: [] }
  await server.ask('PUT', `/api/admin/library/${id}/audience`, { as: 'superA', body })
  expect(await updates('adminB')).toEqual([])
  expect(codeOf(await decide('adminB', id, 3, [mine], true))).toBe('template/not-found')
  expect((await server.ask('GET', `/api-connectors/${mine}`, { as: 'adminB' })).statusCode).toBe(200)
})

it('keeps what was changed here, list by list and kind by kind', () => {
  const before = { name: 'a', source: { type: 'http', url: 'x', headers: ['1'] }, limit: 1 }
  const after = { name: 'b', source: { type: 'http', url: 'y', headers: ['1', '2'], page: 2 } }
  const merged = (here: object) => mergedVersion(before, after, here)
  expect(merged(before)).toEqual({ value: { ...after, name: 'a' }, kept: [] })
  expect(merged({ ...before, source: { ...before.source, url: 'mine', headers: ['0'] } })).toEqual({
    value: { name: 'a', source: { type: 'http', url: 'mine', headers: ['0'], page: 2 } },
    kept: ['/source/url', '/source/headers'],
  })
  const other = { ...before, source: { type: 'database', table: 't' } }
  expect(merged(other)).toEqual({ value: { name: 'a', source: other.source }, kept: ['/source'] })
})
