/** Backups of a company: made where something changed, restored into drafts with their secrets, kept as the policy says. `worklist.md` X13, F38. */
import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Gateway } from '#contract/settings/network/gateway.ts'
import type { PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import type { CompanyBackup, RestoredConnectors } from '#contract/settings/retention/backups.ts'
import { endpointForm, gatewayForm } from '../contract/matrix-network.ts'
import { goodConfig, makeConnector, type Who } from '../kit/test-server.ts'
import { createRetentionServer } from './retention-nights.ts'

const { server, path, db, run, policy, save, reports, night } = createRetentionServer()
const backups = `${path}/retention/backups`
const make = async () => (await server.ask('POST', backups, { as: 'adminA' })).json<CompanyBackup>()
const list = async (as: Who = 'adminA') => (await server.ask('GET', backups, { as })).json<{ data: CompanyBackup[] }>().data
const restore = (id: string, connectorId: string | null, as: Who = 'adminA') =>
  server.ask('POST', `${backups}/${id}/restore`, { as, body: { connectorId } })

const secret = 'a secret that nobody sees'
const config: ConnectorConfig = {
  ...goodConfig,
  source: { ...goodConfig.source, url: 'https://shop.example.test/orders', auth: { type: 'bearer', token: secret } } as never,
}

it('restores a connector that was deleted as a draft, with its secret for the same address, and nothing else', async () => {
  const { connector } = await makeConnector(server, 'adminA', config)
  await makeConnector(server, 'adminB')
  const made = await make()
  expect(made.connectors).toEqual([{ id: connector._id, name: 'Orders' }])
  expect((await make()).id).toBe(made.id)
  const { body } = await server.ask('GET', `${backups}/${made.id}/file`, { as: 'adminA' })
  expect(createHash('sha256').update(body).digest('hex')).toBe(made.sha256)
  expect(body).not.toContain(secret)
  const gone = await server.ask('DELETE', `/api-connectors/${connector._id}`, { as: 'adminA' })
  expect(gone.statusCode, gone.body).toBeLessThan(300)

  expect((await restore(made.id, null, 'adminB')).json()).toMatchObject({ code: 'retention/not-found' })
  const { connectors } = (await restore(made.id, null)).json<RestoredConnectors>()
  expect(connectors).toMatchObject([{ name: 'Orders (restored)', needs: [] }])
  const draft = (await server.ask('GET', `/api-connectors/${connectors[0]?.id}`, { as: 'adminA' })).body
  expect(draft).toContain('"status":"Draft"')
  const { rows } = await sql<{ origin: string }>`
    select origin from connector_secrets where connector_id = ${connectors[0]?.id}`.execute(db())
  expect(rows).toEqual([{ origin: 'https://shop.example.test' }])
  expect((await restore(made.id, connector._id)).json()).toMatchObject({ connectors: [{ name: 'Orders (restored 2)' }] })
})

it('restores a connection that was deleted, with its secret', async () => {
  const form = { name: 'Shop', kind: 'http', url: 'https://shop.example.test', visibility: 'everyone', people: [] }
  const body = { ...form, auth: { type: 'bearer', token: secret } }
  const { id } = (await server.ask('POST', '/api/connections', { as: 'adminA', body })).json<{ id: string }>()
  const source = { ...config.source, auth: { type: 'connection' as const, id } }
  const { connector } = await makeConnector(server, 'adminA', { ...config, source })
  const sealed = async () =>
    (await sql<{ auth: unknown }>`select auth from connections where id = ${id}`.execute(db())).rows.map(({ auth }) => auth)
  const before = await sealed()
  const made = await make()
  expect((await server.ask('GET', `${backups}/${made.id}/file`, { as: 'adminA' })).body).not.toContain(secret)
  await server.ask('DELETE', `/api-connectors/${connector._id}`, { as: 'adminA' })
  expect((await server.ask('DELETE', `/api/connections/${id}`, { as: 'adminA' })).statusCode).toBe(200)
  expect((await restore(made.id, connector._id)).statusCode).toBe(200)
  expect((await server.ask('GET', `/api/connections/${id}`, { as: 'adminA' })).json()).toMatchObject({
    name: 'Shop',
    state: 'new',
  })
  expect(await sealed()).toEqual(before)
})

it('restores gateways without their key and private endpoints as new requests, where they were deleted', async () => {
  const network = `${path}/network`
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    server.ask(method, `${network}${url}`, { as: 'adminA', ...(body === undefined ? {} : { body }) })
  const gateway = (await call('POST', '/vpn', gatewayForm)).json<Gateway>()
  const behind = (await call('POST', '/private-endpoint', { ...endpointForm, gatewayId: gateway.id })).json<PrivateEndpoint>()
  await server.ask('POST', `/api/admin/private-endpoints/${behind.id}/approve`, { as: 'superA', body: { networks: [] } })
  await makeConnector(server, 'adminA')
  const made = await make()
  const { body } = await server.ask('GET', `${backups}/${made.id}/file`, { as: 'adminA' })
  expect(body).toContain('"kind":"gateway"')
  expect(body).not.toContain(gatewayForm.presharedKey)
  const { rows } = await sql<{ text: string }>`select secret->>'ciphertext' as text from company_gateways`.execute(db())
  expect(rows[0] && body.includes(rows[0].text), 'not even sealed').toBe(false)
  expect((await restore(made.id, null)).json(), 'nothing is missing').toMatchObject({ gateways: [], endpoints: [] })
  await call('DELETE', `/private-endpoint/${behind.id}`)
  await call('DELETE', `/vpn/${gateway.id}`)
  expect((await restore(made.id, null)).json()).toMatchObject({
    ...{ gateways: [{ id: gateway.id, name: gatewayForm.name }], endpoints: [{ id: behind.id, name: endpointForm.name }] },
  })
  await call('DELETE', `/private-endpoint/${behind.id}`)
  const taken = (
    await call('POST', '/private-endpoint', { ...endpointForm, name: 'Taken', gatewayId: gateway.id })
  ).json<PrivateEndpoint>()
  expect((await restore(made.id, null)).json(), 'what is left out is named').toMatchObject({
    ...{ endpoints: [], left: [{ name: endpointForm.name, reason: 'address' }] },
  })
  await call('DELETE', `/private-endpoint/${taken.id}`)
  expect((await restore(made.id, null)).json()).toMatchObject({ endpoints: [{ id: behind.id }], left: [] })
  const [restored] = (await call('GET', '/vpn')).json<{ data: Gateway[] }>().data
  expect(restored).toMatchObject({ id: gateway.id, enabled: false, presharedKey: { set: false } })
  const [asked] = (await call('GET', '/private-endpoint')).json<{ data: PrivateEndpoint[] }>().data
  expect(asked).toMatchObject({ id: behind.id, status: 'asked', networks: [], gatewayId: gateway.id })
  const on = { ...gatewayForm, presharedKey: { set: true, last4: '' }, revision: 1 }
  for (const refused of [
    await call('PUT', `/vpn/${gateway.id}`, on),
    await call('POST', `/vpn/${gateway.id}/test`, { target: 'example.com:443' }),
  ])
    expect(refused.json(), refused.body).toMatchObject({ status: 400, errors: [{ path: '/presharedKey' }] })
  const filled = await call('PUT', `/vpn/${gateway.id}`, { ...on, presharedKey: 'another-key-of-it' })
  expect(filled.json<Gateway>()).toMatchObject({ enabled: true, presharedKey: { set: true } })
})

it('restores nothing from a file that is not the one that was written, and goes on', async () => {
  await makeConnector(server, 'adminA')
  const made = await make()
  const content = async () =>
    (await sql<{ content: Buffer }>`select content from company_file_parts where file_id = ${made.id} and part = 0`.execute(db()))
      .rows[0]?.content
  const written = (await content()) ?? Buffer.alloc(0)
  const before = (await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'adminA' })).body
  const other = zstdCompressSync(`${JSON.stringify({ kind: 'backup' })}\n`)
  for (const damaged of [written.subarray(0, written.length / 2), Buffer.from('no archive'), other]) {
    await run(sql`update company_file_parts set content = ${damaged} where file_id = ${made.id}`)
    expect((await restore(made.id, null)).json()).toMatchObject({ code: 'retention/file-damaged' })
    const download = await server.ask('GET', `${backups}/${made.id}/file`, { as: 'adminA' })
    expect(download.json()).toMatchObject({ code: 'retention/file-damaged' })
  }
  expect((await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'adminA' })).body).toBe(before)
})

it('is made every night in which something changed, and the policy keeps whichever are fewer', async () => {
  await makeConnector(server, 'adminA')
  const before = (await list()).length
  await night()
  expect(await list()).toHaveLength(before + 1)
  await run(sql`update company_backups set created_at = now() - interval '40 days' where id = ${(await list()).at(-1)?.id}`)
  await night()
  expect(await list()).toHaveLength(before + 1)
  await save({ backups: { ...policy.backups, retentionDays: 30, maxBackupsToKeep: 10 } })
  await night()
  // The settings have changed, and the old one has gone.
  expect(await list()).toHaveLength(before + 1)
  expect((await reports())[0]).toMatchObject({ area: 'backups', removed: { backups: 1 } })
  await save({ backups: { ...policy.backups, retentionDays: 30, maxBackupsToKeep: 1 } })
  await night()
  expect(await list()).toHaveLength(1)
})
