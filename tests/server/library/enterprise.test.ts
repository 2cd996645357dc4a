/** The library of the installation: who finds a published connector, its versions, and what was started from which. */
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { EnterpriseDetails } from '#contract/library/enterprise.ts'
import type { Template } from '#contract/library/template.ts'
import { publication } from '../contract/matrix-table.ts'
import { createTestServer, makeConnector, type Reply, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const found = async (as: Who) =>
  (await server.ask('GET', '/api/templates?origin=public', { as })).json<{ data: { _id: string }[] }>().data.length
const details = async (id: string) =>
  (await server.ask('GET', `/api/admin/library/${id}`, { as: 'superA' })).json<EnterpriseDetails>()
const offer = (id: string, audience: string, companies: readonly string[] = []) =>
  server.ask('PUT', `/api/admin/library/${id}/audience`, { as: 'superA', body: { audience, companies } })

async function publish() {
  const { connector } = await makeConnector(server, 'adminA')
  const body = { ...publication, connectorId: connector._id }
  const template = (await server.ask('POST', '/api/templates', { as: 'adminA', body })).json<Template>()
  return { connector, template }
}

it('is found by those whom it is offered to; its publisher always finds it', async () => {
  const { template } = await publish()
  const id = template._id
  expect([await found('adminA'), await found('adminB')]).toEqual([1, 1])
  expect((await offer(id, 'nobody')).json()).toMatchObject({ audience: 'nobody', companies: [] })
  expect([await found('adminA'), await found('adminB')]).toEqual([1, 0])
  expect((await server.ask('GET', `/api/templates/${id}`, { as: 'adminB' })).statusCode).toBe(404)
  const start = () => server.ask('POST', `/api/templates/${id}/start`, { as: 'adminB', key: uuid(), body: { name: 'Mine' } })
  expect((await start()).statusCode).toBe(404)
  const unknown = await offer(id, 'chosen', ['Company B', 'Nobody Ltd'])
  expect([unknown.statusCode, codeOf(unknown)]).toEqual([422, 'library/company-unknown'])
  expect(unknown.body).toContain('No company has the name \\"Nobody Ltd\\".')
  expect((await offer(id, 'chosen', ['company b '])).json()).toMatchObject({ offeredTo: 1, companies: ['Company B'] })
  expect(await found('adminB')).toBe(1)
  expect((await start()).statusCode).toBe(201)
})

it('shows what a version changes, and which connectors run with an earlier one', async () => {
  const { connector, template } = await publish()
  const id = template._id
  await server.ask('POST', `/api/templates/${id}/start`, { as: 'adminB', key: uuid(), body: { name: 'Mine' } })
  const config = (await server.ask('GET', `/api-connectors/${connector._id}`, { as: 'adminA' })).json<{
    config: { source: { url: string } } & Record<string, unknown>
    revision: number
  }>()
  const changed = { ...config.config, source: { ...config.config.source, url: 'https://example.com/v2' } }
  const { db } = server.database
  await db
    .updateTable('connectors')
    .set({ draft: JSON.stringify(changed) })
    .where('id', '=', connector._id)
    .execute()
  const body = { _id: id, revision: template.revision, ...publication, connectorId: connector._id }
  expect((await server.ask('PUT', '/api/templates/', { as: 'adminA', body })).statusCode).toBe(200)
  const now = await details(id)
  expect(now).toMatchObject({ revision: 2, connectors: 1, behind: 1 })
  expect(now.uses).toEqual([{ company: 'Company B', connectors: 1, behind: 1 }])
  expect(now.versions.map(({ revision }) => revision)).toEqual([2, 1])
  expect(now.versions[0]?.changes).toEqual([
    { path: '/source/url', before: template.config.source.url, after: 'https://example.com/v2' },
  ])
  expect(now.versions[1]?.changes).toBeNull()
})
