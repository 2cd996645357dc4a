/** Gateways and private endpoints of a company: who may have them, what is kept of them, and how soon a decision is in force. `worklist.md` C-7, X8, X9. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Gateway, GatewayTest } from '#contract/settings/network/gateway.ts'
import type { EndpointRequest, PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import { createNetworkRules } from '#server/features/settings/network/network-rules.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { startGateway } from '#tests/engine/kit/test-gateway.ts'
import { endpointForm, gatewayForm } from '../contract/matrix-network.ts'
import { webhookForm } from '../contract/matrix-webhooks.ts'
import { createTestServer, emailOf, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const path = '/api/system-settings'
const vpn = `${path}/network/vpn`
const endpoints = `${path}/network/private-endpoint`
const asked = '/api/admin/private-endpoints'

beforeEach(async () => {
  const { db } = server.database
  await sql`delete from private_endpoints`.execute(db)
  await sql`delete from company_gateways`.execute(db)
  await sql`delete from messages`.execute(db)
})

async function switchCloud(enabled: boolean, as: Who = 'adminA') {
  const { networkConnectivity, revisions } = (await server.ask('GET', path, { as })).json<SystemSettings>()
  const { apiGateway } = networkConnectivity
  const body = { networkConnectivity: { apiGateway, cloudToCloud: { enabled } }, revisions }
  expect((await server.ask('PUT', path, { as, body })).statusCode).toBe(200)
}
const add = async (change: object = {}) =>
  (await server.ask('POST', vpn, { as: 'adminA', body: { ...gatewayForm, ...change } })).json<Gateway>()
const askFor = async (change: object = {}) =>
  (await server.ask('POST', endpoints, { as: 'adminA', body: { ...endpointForm, ...change } })).json<PrivateEndpoint>()
const decide = (id: string, what: string, body: object) => server.ask('POST', `${asked}/${id}/${what}`, { as: 'superA', body })

it('keeps the key of a gateway and shows it nowhere, and sends it to no other address', async () => {
  const gateway = await add()
  expect(gateway).toMatchObject({ presharedKey: { set: true, last4: 'eway' }, test: null, usedAt: null, failure: null })
  const mask = gateway.presharedKey
  const change = (it: object, revision = gateway.revision) =>
    server.ask('PUT', `${vpn}/${gateway.id}`, { as: 'adminA', body: { ...gatewayForm, presharedKey: mask, ...it, revision } })
  const moved = await change({ endpointUrl: 'https://gate.attacker.test:8443' })
  expect(moved.json()).toMatchObject({ status: 400, errors: [{ path: '/presharedKey' }] })
  expect((await change({ name: 'Paris' })).statusCode).toBe(200)
  expect((await change({ name: 'Rome' })).json()).toMatchObject({ code: 'gateway/stale' })
  const all = [
    (await server.ask('GET', vpn, { as: 'adminA' })).body,
    (await server.ask('GET', path, { as: 'adminA' })).body,
    (await server.ask('GET', '/api/audit', { as: 'adminA' })).body,
    server.logged.join('\n'),
  ]
  for (const text of all) expect(text).not.toContain(gatewayForm.presharedKey)
  expect(all[1]).toContain('Paris')
  // Another company has none of it, and those who build connectors see names alone.
  expect((await server.ask('GET', vpn, { as: 'adminB' })).json()).toMatchObject({ total: 0 })
  expect((await server.ask('GET', '/api/gateways', { as: 'userA' })).json()).toEqual({
    data: [{ id: gateway.id, name: 'Paris', isOn: false }],
    total: 1,
  })
})

it.each([
  ['ftp://gate.example.test:21', '/endpointUrl'],
  ['gate.example.test', '/endpointUrl'],
  ['https://gate.example.test:8443/path', '/endpointUrl'],
  ['https://me:secret@gate.example.test:8443', '/endpointUrl'],
  ['http://gate.example.test', '/endpointUrl'],
])('takes no gateway at %s', async (endpointUrl, field) => {
  const reply = await server.ask('POST', vpn, { as: 'adminA', body: { ...gatewayForm, endpointUrl } })
  if (endpointUrl === 'http://gate.example.test') return expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({ status: 400, errors: [{ path: field }] })
})

it('deletes no gateway that something goes through, and names what does', async () => {
  const gateway = await add()
  const { connector } = await makeConnector(server)
  const config = { ...goodConfig, destination: { ...goodConfig.destination, gateway: gateway.id } }
  await sql`update connectors set draft = ${JSON.stringify(config)} where id = ${connector._id}`.execute(server.database.db)
  await askFor({ gatewayId: gateway.id })
  const refused = await server.ask('DELETE', `${vpn}/${gateway.id}`, { as: 'adminA' })
  expect(refused.json()).toMatchObject({ status: 409, code: 'gateway/in-use' })
  expect(refused.json()['message']).toContain(connector.name)
  expect(refused.json()['message']).toContain(endpointForm.name)
  await sql`delete from private_endpoints`.execute(server.database.db)
  const shop = { name: 'Shop by gateway', kind: 'http', url: 'https://shop.example.test', visibility: 'everyone', people: [] }
  const body = { ...shop, gateway: gateway.id, auth: { type: 'none' } }
  const { id } = (await server.ask('POST', '/api/connections', { as: 'adminA', body })).json<{ id: string }>()
  expect((await server.ask('DELETE', `${vpn}/${gateway.id}`, { as: 'adminA' })).json()['message']).toContain(shop.name)
  await server.ask('DELETE', `/api/connections/${id}`, { as: 'adminA' })
  await sql`update connectors set draft = ${JSON.stringify(goodConfig)} where id = ${connector._id}`.execute(server.database.db)
  expect((await server.ask('DELETE', `${vpn}/${gateway.id}`, { as: 'adminA' })).statusCode).toBe(200)
  // A configuration that names it is told so before it runs.
  const verdict = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: config })
  expect(verdict.json()['errors']).toContainEqual({
    path: '/destination/gateway',
    message: "This system's gateway was deleted, or belongs to another company",
  })
})

it('tests a gateway for real, with what each step answered, and 30 times an hour', async () => {
  const target = createServer().listen(0, '127.0.0.1')
  await once(target, 'listening')
  const { port } = target.address() as AddressInfo
  onTestFinished(() => void target.close())
  const proxy = await startGateway(port, onTestFinished)
  const gateway = await add({ endpointUrl: `socks5://127.0.0.1:${proxy.port}`, enabled: false })
  const test = async (to: string) =>
    (await server.ask('POST', `${vpn}/${gateway.id}/test`, { as: 'adminA', body: { target: to } })).json<GatewayTest>()
  const well = await test('93.184.216.34:443')
  expect(well).toMatchObject({ success: true, target: '93.184.216.34:443' })
  expect(well.steps.map(({ step, isOk }) => [step, isOk])).toEqual(
    ['resolve', 'connect', 'authenticate', 'tunnel'].map((step) => [step, true]),
  )
  expect(proxy.keys).toEqual([`datacrane:${gatewayForm.presharedKey}`])
  proxy.mode = 'refuses the key'
  expect((await test('93.184.216.34:443')).steps.at(-1)).toEqual({
    ...{ step: 'authenticate', isOk: false, said: 'The gateway "Frankfurt" rejected the user name or key.' },
  })
  expect((await test('10.0.0.1:443')).steps.at(-1)).toMatchObject({
    isOk: false,
    said: expect.stringContaining("Connectors can't reach"),
  })
  expect((await server.ask('GET', vpn, { as: 'adminA' })).json<{ data: Gateway[] }>().data[0]?.test).toMatchObject({
    target: '10.0.0.1:443',
  })
  await sql`update company_gateway_use set tests = array_fill(now(), array[30])`.execute(server.database.db)
  const over = await server.ask('POST', `${vpn}/${gateway.id}/test`, { as: 'adminA', body: { target: '93.184.216.34:443' } })
  expect(over.json()).toMatchObject({ status: 429, code: 'gateway/tests-used-up' })
})

it.each([
  'http://127.0.0.1:8080',
  'http://localhost:8080',
  'http://0x7f.1:8080',
  'tcp://169.254.169.254:80',
  'db.example.test',
  'http://u:p@10.0.0.1:80',
])('asks for no private endpoint at %s', async (endpointUrl) => {
  const reply = await server.ask('POST', endpoints, { as: 'adminA', body: { ...endpointForm, endpointUrl } })
  expect(reply.json()).toMatchObject({ status: 400, errors: [{ path: '/endpointUrl' }] })
})

it('sends the operator no link that a company wrote into a name', async () => {
  const name = 'Database. Approve it at https://datacrane.evil.test/sign-in'
  const made = await server.ask('POST', `${path}/network/private-endpoint`, { as: 'adminA', body: { ...endpointForm, name } })
  expect(made.statusCode).toBe(201)
  const mails = await server.database.db.selectFrom('messages').select(['subject', 'body', 'recipient']).execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual([emailOf('superA')])
  expect(mails[0]?.body).toContain('Approve it at')
  expect(mails[0]?.body).not.toContain('evil.test')
})

it('moves a private endpoint along its chart, by the operator alone, and both companies have it in their record', async () => {
  const endpoint = await askFor()
  expect(endpoint).toMatchObject({ status: 'asked', networks: [], reason: null })
  expect((await server.ask('POST', endpoints, { as: 'adminA', body: endpointForm })).json()).toMatchObject({
    code: 'private-endpoint/exists',
  })
  const { data } = (await server.ask('GET', asked, { as: 'superA' })).json<{ data: EndpointRequest[] }>()
  expect(data).toMatchObject([{ id: endpoint.id, company: 'Company A', found: ['10.1.2.3'] }])
  for (const networks of [[], ['127.0.0.1'], ['0.0.0.0/0'], ['8.8.8.8'], ['10.0.0.0/7']])
    expect((await decide(endpoint.id, 'approve', { networks })).statusCode, String(networks)).toBe(400)
  expect((await decide(endpoint.id, 'refuse', { reason: ' not yours ' })).json()).toMatchObject({
    status: 'refused',
    reason: 'not yours',
  })
  expect((await decide(endpoint.id, 'approve', { networks: ['10.1.2.3'] })).json()).toMatchObject({
    code: 'private-endpoint/decided',
  })
  expect((await server.ask('POST', `${endpoints}/${endpoint.id}/ask`, { as: 'adminA' })).json()).toMatchObject({
    status: 'asked',
  })
  expect((await decide(endpoint.id, 'approve', { networks: ['10.1.2.3'] })).json()).toMatchObject({
    ...{ status: 'approved', networks: ['10.1.2.3/32'] },
  })
  const told = await server.database.db
    .selectFrom('messages')
    .select(['recipient', 'subject'])
    .where('subject', 'like', '%private endpoint%')
    .where('body', 'like', `%${endpointForm.endpointUrl}%`)
    .orderBy('created_at')
    .execute()
  const [toOperator, toCompany] = [[emailOf('superA')], [emailOf('adminA'), emailOf('superA')]]
  const recipientsOf = (end: string) =>
    told
      .filter(({ subject }) => subject.endsWith(end))
      .map(({ recipient }) => recipient)
      .toSorted()
  expect(recipientsOf('requests a private endpoint'), 'requested twice').toEqual([...toOperator, ...toOperator])
  for (const decision of ['was declined', 'was approved']) expect(recipientsOf(decision), decision).toEqual(toCompany)
  expect((await decide(endpoint.id, 'withdraw', { reason: 'moved' })).json()).toMatchObject({ status: 'withdrawn', networks: [] })
  const recordOf = async (as: Who) =>
    (await server.ask('GET', '/api/audit', { as }))
      .json<{ data: { action: string }[] }>()
      .data.map(({ action }) => action)
      .filter((action) => action.startsWith('privateEndpoint.'))
  const decisions = ['withdrawn', 'approved', 'refused'].map((it) => `privateEndpoint.${it}`)
  expect((await recordOf('adminA')).filter((it) => decisions.includes(it))).toEqual(decisions)
})

it('lets a webhook of the company be saved once its address is approved', async () => {
  await switchCloud(true)
  const body = { ...webhookForm, url: 'http://10.1.2.3:8080/in' }
  const save = async (as: Who) => (await server.ask('POST', `${path}/webhooks`, { as, body })).statusCode
  expect(await save('adminA')).toBe(400)
  const endpoint = await askFor({ endpointUrl: 'http://10.1.2.3:8080', serviceType: 'webhook' })
  await decide(endpoint.id, 'approve', { networks: ['10.1.2.3'] })
  await expect.poll(() => save('adminA'), { timeout: 5_000, interval: 200 }).toBe(201)
  expect(await save('adminB')).toBe(400)
})

it('is in force on every process within five seconds, approved, switched off and withdrawn, and for no other company', async () => {
  const { db } = server.database
  const vault = createVault(server.masterKey)
  // Two processes, each with what it keeps in its own memory.
  const processes = [1, 2].map(() => createOutbound(createNetworkRules({ db, vault })))
  onTestFinished(async () => void (await Promise.all(processes.map((it) => it.close()))))
  const url = new URL('http://10.1.2.3:5432/')
  const verdictsOf = async (party: string) =>
    (await Promise.all(processes.map((it) => it.closed(url, { party })))).map((it) => it ?? 'open')
  const becomes = async (verdict: string) => {
    const begun = performance.now()
    await expect.poll(() => verdictsOf(server.companies.A), { timeout: 5_000, interval: 100 }).toEqual([verdict, verdict])
    expect(performance.now() - begun).toBeLessThan(5_000)
  }
  await switchCloud(true)
  const endpoint = await askFor()
  await becomes('address')
  await decide(endpoint.id, 'approve', { networks: ['10.1.2.3'] })
  await becomes('open')
  expect(await verdictsOf(server.companies.B)).toEqual(['address', 'address'])
  await switchCloud(false)
  await becomes('address')
  await switchCloud(true)
  await becomes('open')
  const switchEndpoint = async (enabled: boolean) => {
    const [now = endpoint] = (await server.ask('GET', endpoints, { as: 'adminA' })).json<{ data: PrivateEndpoint[] }>().data
    const body = { enabled, revision: now.revision }
    expect((await server.ask('PUT', `${endpoints}/${endpoint.id}`, { as: 'adminA', body })).statusCode).toBe(200)
  }
  await switchEndpoint(false)
  await becomes('address')
  await switchEndpoint(true)
  await becomes('open')
  await decide(endpoint.id, 'withdraw', { reason: 'x' })
  await becomes('address')
})
