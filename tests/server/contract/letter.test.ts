/** Whatever the specification's bodies hold is enough, and what GET returned may be sent to PUT. `decisions.md` section 10. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { ConnectorAndConfig, ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import { createTestServer, goodConfig, makeConnector, type Reply, type Who } from '../kit/test-server.ts'
import { echoes, letterRows, type Named } from './letter-table.ts'

const server = createTestServer()
const settingsPath = '/api/system-settings'
const ids = {} as { -readonly [Name in keyof Named]: string }

beforeAll(async () => {
  const { connector } = await makeConnector(server)
  Object.assign(ids, { user: server.ids.userA, member: server.ids.adminA, connector: connector._id, config: connector.configId })
  const rates = { enabled: true, requestsPerMinute: 60, requestsPerHour: 1_000, requestsPerDay: 10_000 }
  const body = {
    ...{ name: 'Key', description: '', enabled: true, expiresAt: null, permissions: ['analytics:read'], rateLimiting: rates },
    ipRestrictions: { enabled: false, allowedIPs: [] },
  }
  const key = await server.ask('POST', '/api-keys', { as: 'adminA', body })
  ids.apiKey = key.json<{ apiKey: { id: string } }>().apiKey.id
  const chat = await server.ask('POST', '/api/ai/chat', { as: 'userA', body: { message: 'Hello' } })
  ids.interaction = chat.json<{ data: { interactionId: string } }>().data.interactionId
})

const told = (reply: Reply) => `${reply.statusCode} ${reply.body.slice(0, 600)}`

describe('a body as the specification writes it is accepted', () => {
  it.each(letterRows.map((row, index) => ({ ...row, title: `${row.call} (${index})` })))('$title', async (row) => {
    const [method = '', url = ''] = row.call.split(' ')
    const body = typeof row.body === 'function' ? row.body(ids) : row.body
    const reply = await server.ask(method, row.path?.(ids) ?? url, { as: row.as === undefined ? 'userA' : row.as, body })
    if (row.code === undefined) expect(Math.floor(reply.statusCode / 100), told(reply)).toBe(2)
    else expect(reply.json(), told(reply)).toMatchObject({ code: row.code })
  })
})

describe('what GET returned is accepted by PUT, and changes nothing', () => {
  it.each(echoes)('$call', async ({ path, from, as = 'userA' }) => {
    const url = path(ids)
    const read = await server.ask('GET', from ?? url, { as })
    expect(read.statusCode, told(read)).toBe(200)
    const all = read.json<{ data?: { id: string }[] }>()
    const one = from === undefined ? all : all.data?.[0]
    expect(one).toBeDefined()
    const target = from === undefined ? url : url.replace(':id', all.data?.[0]?.id ?? '')
    const saved = await server.ask('PUT', target, { as, body: one })
    expect(saved.statusCode, told(saved)).toBe(200)
    const again = (await server.ask('GET', from ?? url, { as })).json<{ data?: object[] }>()
    expect(withoutTimes(from === undefined ? again : again.data?.[0])).toEqual(withoutTimes(one))
  })
})

describe('a revision', () => {
  it.each([
    ['the profile', 'PUT', () => `/api/users/${ids.user}/profile`, 'userA', 'profile/stale'],
    ['an API key', 'PUT', () => `/api-keys/${ids.apiKey}`, 'adminA', 'apiKey/stale'],
  ] as const)('that is sent and is not the one of %s is refused', async (_, method, path, as, code) => {
    const read = await server.ask('GET', path().replace(/\/api-keys.*/, '/api-keys'), { as })
    const all = read.json<{ revision: number; data?: { id: string; revision: number }[] }>()
    const one = all.data?.find(({ id }) => id === ids.apiKey) ?? all
    const stale = await server.ask(method, path(), { as, body: { ...one, revision: one.revision + 7 } })
    expect(stale.json(), told(stale)).toMatchObject({ code })
  })
})

describe('what a call of its own changes', () => {
  const refusedAt = async (section: object) => {
    const reply = await server.ask('PUT', settingsPath, { as: 'adminA', body: section })
    return [reply.statusCode, reply.json<{ errors?: { path: string }[] }>().errors?.map(({ path }) => path)]
  }
  const read = async () => (await server.ask('GET', settingsPath, { as: 'adminA' })).json<SystemSettings>()

  it('is refused in a section where it differs, and stays', async () => {
    const before = await read()
    const { networkConnectivity: network, notificationSettings: mail, securitySettings: security } = before
    const { cloudToCloud } = network
    const vpnConfigurations = cloudToCloud.vpnConfigurations.map((it) => ({ ...it, enabled: !it.enabled }))
    expect(vpnConfigurations).toHaveLength(1)
    expect(
      await refusedAt({ networkConnectivity: { ...network, cloudToCloud: { ...cloudToCloud, vpnConfigurations } } }),
    ).toEqual([...[400, ['/networkConnectivity/cloudToCloud/vpnConfigurations']]])
    const privateEndpoints: never[] = []
    expect(await refusedAt({ networkConnectivity: { ...network, cloudToCloud: { ...cloudToCloud, privateEndpoints } } })).toEqual(
      [...[400, ['/networkConnectivity/cloudToCloud/privateEndpoints']]],
    )
    const endpoints = mail.webhookNotifications.endpoints.map((it) => ({ ...it, name: 'Other' }))
    const webhookNotifications = { enabled: true, endpoints }
    expect(await refusedAt({ notificationSettings: { ...mail, webhookNotifications } })).toEqual([
      ...[400, ['/notificationSettings/webhookNotifications/endpoints']],
    ])
    const sso = { ...security.sso, enabled: true }
    expect(await refusedAt({ securitySettings: { ...security, sso } })).toEqual([400, ['/securitySettings/sso']])
    expect(withoutTimes(await read())).toEqual(withoutTimes(before))
  })

  it.each([
    ['network/vpn', 'gateway', { provider: 'aws', endpointUrl: 'https://two.example.com:8443', presharedKey: 'key' }],
    [
      ...(['network/private-endpoint', 'private-endpoint'] as const),
      { serviceType: 'api', endpointUrl: 'two.internal.example.com:443', region: 'us-east-1' },
    ],
  ] as const)('%s is removed by its name, and by its id alone where two have the name', async (path, kind, form) => {
    const url = `${settingsPath}/${path}`
    const add = (changes: object) =>
      server.ask('POST', url, { as: 'adminA', body: { name: 'Twin', enabled: true, ...form, ...changes } })
    const first = (await add({})).json<SystemSettings & { id: string }>()
    const listed = { 'network/vpn': 'vpnConfigurations', 'network/private-endpoint': 'privateEndpoints' } as const
    const ofAll = (all: SystemSettings) => all.networkConnectivity.cloudToCloud[listed[path]].map(({ id }) => id)
    expect(ofAll(first)).toContain(first.id)
    const second = (await add({ endpointUrl: 'https://three.example.com:8443' })).json<{ id: string }>()
    const remove = (which: string) => server.ask('DELETE', `${url}/${encodeURIComponent(which)}`, { as: 'adminA' })
    expect((await remove('Twin')).json()).toMatchObject({ status: 409, code: `${kind}/ambiguous` })
    expect((await remove(second.id)).statusCode).toBe(200)
    const removed = (await remove('Twin')).json<SystemSettings & { id: string }>()
    expect(removed.id).toBe(first.id)
    expect(ofAll(removed)).not.toContain(first.id)
    expect((await remove('Twin')).json()).toMatchObject({ code: `${kind}/not-found` })
  })
})

describe('the three spellings of a name', () => {
  const spelled = ({ connector, config }: ConnectorAndConfig) => [connector.name, connector.integrationName, config.name]
  const patch = async (id: string, body: object) =>
    spelled((await server.ask('PATCH', `/api-connectors/connectors/${id}`, { as: 'userA', body })).json<ConnectorAndConfig>())

  it('change together, whichever of them is sent', async () => {
    const made = await makeConnector(server)
    const { _id: id } = made.connector
    expect(spelled(made)).toEqual(['Orders', 'Orders', 'Orders'])
    expect(await patch(id, { connector: { name: 'One' } })).toEqual(['One', 'One', 'One'])
    expect(await patch(id, { connector: { integrationName: 'Two' } })).toEqual(['Two', 'Two', 'Two'])
    expect(await patch(id, { config: { ...goodConfig, name: 'Three' } })).toEqual(['Three', 'Three', 'Three'])
    // What was read before is sent back with one of them changed.
    const { connector, config } = made
    expect(
      await patch(id, { connector: { ...connector, integrationName: 'Four' }, config: { ...config, name: 'Three' } }),
    ).toEqual([...['Orders', 'Orders', 'Orders']])
    const body = { ...goodConfig, name: 'Five' }
    const saved = await server.ask('PATCH', `/api-configs/${id}`, { as: 'userA', body })
    expect(spelled(saved.json<ConnectorAndConfig>())).toEqual(['Five', 'Five', 'Five'])
    const details = (await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })).json<ConnectorDetails>()
    expect([details.name, details.integrationName, details.config.name]).toEqual(['Five', 'Five', 'Five'])
    const blank = await server.ask('PATCH', `/api-configs/${id}`, { as: 'userA', body: { ...goodConfig, name: '\u200b' } })
    expect(blank.json()).toMatchObject({ status: 400, errors: [{ path: '/config/name' }] })
  })
})

it('a program names a chat as it likes, and another person does not meet it', async () => {
  const ask = async (as: Who, conversationId: string) =>
    (await server.ask('POST', '/api/ai/chat', { as, body: { message: 'Hello', conversationId } })).json<{
      data: { conversationId: string }
    }>().data.conversationId
  const first = await ask('userA', 'my chat')
  expect(await ask('userA', 'my chat')).toBe(first)
  expect(await ask('otherA', 'my chat')).not.toBe(first)
  expect(await ask('userA', first)).toBe(first)
})

/** Without what every save changes. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !['revision', 'revisions', 'saved', 'updatedAt'].includes(name))
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutTimes(each)]))
}
