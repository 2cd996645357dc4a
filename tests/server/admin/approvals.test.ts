/** What waits for the operator, as one list; a public connector that he approves before others find it; and who is told of a new version. */
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { Approval } from '#contract/admin/approvals.ts'
import type { Installation } from '#contract/admin/installation.ts'
import type { Template } from '#contract/library/template.ts'
import { tellOfVersions } from '#server/features/library/version-notices.ts'
import { publication } from '../contract/matrix-table.ts'
import { createTestServer, makeConnector, type Reply, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const approvals = async () =>
  (await server.ask('GET', '/api/admin/approvals', { as: 'superA' })).json<{ data: Approval[]; total: number }>()
const found = async (as: Who) =>
  (await server.ask('GET', '/api/templates?origin=public', { as })).json<{ data: { _id: string }[] }>().data.length
const decide = (id: string, how: 'approve' | 'decline', body: object) =>
  server.ask('POST', `/api/admin/library/${id}/${how}`, { as: 'superA', body })
const subjects = async () =>
  (await server.database.db.selectFrom('messages').select('subject').orderBy('created_at').execute()).map((it) => it.subject)

const bodyOf = async (subject: string) => {
  const row = await server.database.db.selectFrom('messages').select('body').where('subject', '=', subject).executeTakeFirst()
  return row?.body
}

async function approveFirst(approvesPublications: boolean) {
  const path = '/api/admin/installation'
  const read = (await server.ask('GET', path, { as: 'superA' })).json<Installation>()
  const { isClosedByEnvironment: _, hasNoSandbox: __, madeToday: ___, ...now } = read
  expect((await server.ask('PUT', path, { as: 'superA', body: { ...now, approvesPublications } })).statusCode).toBe(200)
}

async function publish(as: Who) {
  const { connector } = await makeConnector(server, as)
  const body = { ...publication, connectorId: connector._id }
  return (await server.ask('POST', '/api/templates', { as, body })).json<Template>()
}
const change = (as: Who, { _id, revision }: Template, name: string) =>
  server.ask('PUT', '/api/templates/', { as, body: { ...publication, _id, revision, name } })

it('keeps a public connector from other companies until it is approved, and tells its publisher of each decision', async () => {
  await approveFirst(true)
  const mine = await publish('adminA')
  const { _id: id } = mine
  expect([mine.status, await found('adminA'), await found('adminB')]).toEqual(['waiting', 1, 0])
  expect((await server.ask('GET', `/api/templates/${id}`, { as: 'adminB' })).statusCode).toBe(404)
  expect(await approvals()).toMatchObject({ total: 1, data: [{ kind: 'publication', id, company: 'Company A' }] })

  expect(codeOf(await decide(id, 'approve', { revision: 2 }))).toBe('template/stale')
  expect((await decide(id, 'decline', { revision: 1, reason: ' No host of ours ' })).statusCode).toBe(200)
  expect(await bodyOf('x was declined')).toContain("Other companies can't find it.")
  expect(codeOf(await decide(id, 'approve', { revision: 1 }))).toBe('template/decided')
  const own = (await server.ask('GET', `/api/templates/${id}`, { as: 'adminA' })).json<Template>()
  expect(own).toMatchObject({ status: 'declined', declinedReason: 'No host of ours' })

  const changed = (await change('adminA', own, 'Better')).json<Template>()
  expect(changed).toMatchObject({ status: 'waiting', declinedReason: null })
  expect((await decide(id, 'approve', { revision: 2 })).json()).toMatchObject({ status: 'approved' })
  expect([await found('adminB'), (await approvals()).total]).toEqual([1, 0])
  expect(await subjects()).toEqual(expect.arrayContaining(['x was declined', 'Better was approved']))

  // Others keep the approved version while the next one waits, and after it is declined.
  const other = async () => (await server.ask('GET', `/api/templates/${id}`, { as: 'adminB' })).json<Template>()
  const waits = (await change('adminA', changed, 'Not yet')).json<Template>()
  expect(waits).toMatchObject({ status: 'waiting', name: 'Not yet', revision: 3 })
  expect([await found('adminA'), await found('adminB')]).toEqual([1, 1])
  expect(await other()).toMatchObject({ name: 'Better', revision: 2, status: 'approved' })
  expect((await server.ask('GET', `/api/templates/${id}`, { as: 'superA' })).json()).toMatchObject({ name: 'Not yet' })
  const again = (await change('adminA', waits, 'Still not')).json<Template>()
  expect((await decide(id, 'decline', { revision: 4, reason: 'No' })).statusCode).toBe(200)
  expect(await other()).toMatchObject({ name: 'Better', revision: 2 })
  expect(await bodyOf('Still not was declined')).toContain('Other companies can still find the previously approved version.')
  const used = await server.ask('POST', `/api/templates/${id}/start`, { as: 'adminB', body: { name: 'Mine' } })
  expect(used.statusCode, used.body).toBeLessThan(300)
  const uses = await server.database.db.deleteFrom('template_uses').where('template_id', '=', id).returning('revision').execute()
  expect(uses).toEqual([{ revision: 2 }])
  const last = (await change('adminA', again, 'Best')).json<Template>()
  expect((await decide(id, 'approve', { revision: 5 })).json()).toMatchObject({ status: 'approved' })
  expect(await other()).toMatchObject({ name: 'Best', revision: 5 })
  await approveFirst(false)
  expect((await change('adminA', last, 'Freely')).json()).toMatchObject({ status: 'approved' })
})

it('lists what waits of every kind, those that have waited longest first, and names nobody whose data is to be deleted', async () => {
  const { db } = server.database
  const asked = { serviceType: 'database', region: 'eu-west-1', enabled: true, gatewayId: null }
  const body = { ...asked, name: 'Ledger', endpointUrl: 'tcp://10.20.30.40:5432' }
  const path = '/api/system-settings/network/private-endpoint'
  const endpoint = (await server.ask('POST', path, { as: 'adminB', body })).json<{ id: string }>()
  await db
    .insertInto('retention_requests')
    .values({
      ...{ id: uuid(), company_id: server.companies.A, member_id: server.ids.userA, requested_by: server.ids.adminA },
      ...{ status: 'requested', expires_at: new Date(Date.now() + 60_000), created_at: new Date(Date.now() - 60_000) },
    })
    .execute()
  const { data, total } = await approvals()
  expect(total).toBe(2)
  expect(data.map(({ kind, company, subject }) => [kind, company, subject])).toEqual([
    ['personDeletion', 'Company A', null],
    ['privateEndpoint', 'Company B', 'Ledger'],
  ])
  expect(data[1]).toMatchObject({ id: endpoint.id, endpoint: { endpointUrl: body.endpointUrl } })
  expect(data.every(({ askedBy }) => askedBy !== null)).toBe(true)
})

it('tells the owner of connectors once of a new version, and nobody of one that waits', async () => {
  const deps = { db: server.database.db, publicUrl: 'https://example.com' }
  const told = async () => (await subjects()).filter((subject) => subject.startsWith('New version of')).length
  const first = await publish('adminA')
  await server.ask('POST', `/api/templates/${first._id}/start`, { as: 'adminB', key: uuid(), body: { name: 'Mine' } })
  await tellOfVersions(deps)
  expect(await told()).toBe(0)
  await approveFirst(true)
  const second = (await change('adminA', first, 'Second')).json<Template>()
  await tellOfVersions(deps)
  expect(await told()).toBe(0)
  expect((await decide(second._id, 'approve', { revision: 2 })).statusCode).toBe(200)
  await Promise.all([tellOfVersions(deps), tellOfVersions(deps)])
  await tellOfVersions(deps)
  expect(await told()).toBe(1)
})

it('shows what waits to whoever decides, also where it is offered to nobody yet', async () => {
  await approveFirst(true)
  const { _id: id } = await publish('adminB')
  await server.ask('PUT', `/api/admin/library/${id}/audience`, { as: 'superA', body: { audience: 'nobody', companies: [] } })
  const read = async (as: 'superA' | 'adminA') => (await server.ask('GET', `/api/templates/${id}`, { as })).statusCode
  expect([await read('superA'), await read('adminA')]).toEqual([200, 404])
})
