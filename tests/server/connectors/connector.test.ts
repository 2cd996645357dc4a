import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Auth, ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkSections } from '#contract/connectors/config/config-sections.ts'
import type { ConnectorAndConfig, ConnectorDetails, ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { usualOptions } from '#contract/connectors/details/unsupported-options.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { readSecret, type SecretRef } from '#server/records/connectors/secrets.repository.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()

const patch = (id: string, body: unknown) => server.ask('PATCH', `/api-connectors/connectors/${id}`, { as: 'userA', body })
const saveConfig = (id: string, body: unknown) => server.ask('PATCH', `/api-configs/${id}`, { as: 'userA', body })
const get = async (id: string) => (await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })).json<ConnectorDetails>()
const withAuth = (auth: Auth, url = 'https://shop.example.com/orders'): ConnectorConfig => ({
  ...goodConfig,
  source: { ...goodConfig.source, url, auth },
})
const secretText = 'a very secret token 4711'
const withToken = (token: Extract<Auth, { type: 'bearer' }>['token'], url?: string) => withAuth({ type: 'bearer', token }, url)

describe('a connector', () => {
  it('is created as a draft with everything that the answer promises', async () => {
    const { connector, config } = await makeConnector(server)
    expect(connector).toMatchObject({
      name: 'Orders',
      integrationName: 'Orders',
      connectorType: 'Private',
      budgetLimit: null,
      computeSize: 'small',
      encryptionOption: 'platform',
      supportPackage: 'basic',
      storeLocally: true,
      status: 'Draft',
      statusReason: 'Never deployed.',
      revision: 1,
      liveVersion: null,
      userId: server.ids.userA,
    })
    expect(config).toEqual({ ...goodConfig, name: 'Orders', status: 'Draft' })
    expect(await get(connector._id)).toEqual({
      ...connector,
      connector,
      config,
      trigger: config.trigger,
      health: { level: 'noRecentData', reason: expect.any(String), runId: null, measuredAt: null },
      undeployedChanges: [],
      failedDeployment: null,
      draftWarnings: checkSections(config).warnings.map(({ message }) => message),
      sourceConfiguration: config.source,
      destinationConfiguration: config.destination,
      dataMapping: config.dataMapping,
      enrichment: [],
    })
  })

  it('is listed with both ends and the last run', async () => {
    const { connector } = await makeConnector(server)
    const reply = await server.ask('GET', `/api-connectors/dashboard-user-query?userId=${server.ids.userA}`, { as: 'userA' })
    const item = reply.json<ConnectorListItem[]>().find(({ _id }) => _id === connector._id)
    expect(item).toMatchObject({
      name: 'Orders',
      integrationProfile: { integrationName: 'Orders', connectorType: 'Private' },
      sourceConfiguration: { url: 'https://shop.example.com/orders', requestMethod: 'GET', type: 'http' },
      destinationConfiguration: { url: 'https://crm.example.com/orders', requestMethod: 'POST', type: 'http' },
      lastRun: null,
    })
  })

  it('hides no other one in the list where its own draft is empty', async () => {
    const [whole, empty] = [await makeConnector(server), await makeConnector(server)]
    await sql`update connectors set draft = '{}' where id = ${empty.connector._id}`.execute(server.database.db)
    const reply = await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'userA' })
    expect(reply.statusCode, reply.body).toBe(200)
    const listed = new Map(reply.json<ConnectorListItem[]>().map((it) => [it._id, it]))
    expect(listed.has(whole.connector._id)).toBe(true)
    expect(listed.get(empty.connector._id)).toMatchObject({
      sourceConfiguration: { url: '', requestMethod: '', type: '' },
      destinationConfiguration: { url: '', requestMethod: '', type: '' },
    })
  })

  it.each([
    ['encryptionOption', 'customer'],
    ['supportPackage', 'premium'],
  ])('is not given an option that nothing obeys: %s', async (field, value) => {
    const body = { connector: { name: 'x', [field]: value }, config: goodConfig }
    const made = await server.ask('POST', '/api-connectors/', { as: 'userA', body })
    const { connector } = await makeConnector(server)
    const changed = await patch(connector._id, { connector: { [field]: value } })
    for (const reply of [made, changed])
      expect(reply.json()).toMatchObject({
        ...{ status: 422, code: 'connector/not-available' },
        errors: [{ path: `/connector/${field}`, message: expect.stringMatching(/^is not available yet/) }],
      })
    expect(await get(connector._id)).toMatchObject({ revision: 1, connector: usualOptions })
  })

  it('is saved by the id of its configuration too', async () => {
    const { connector } = await makeConnector(server)
    const reply = await saveConfig(connector.configId, { ...goodConfig, name: 'Renamed', _id: connector.configId, revision: 1 })
    expect(reply.json<ConnectorAndConfig>()).toMatchObject({
      connector: { _id: connector._id, revision: 2 },
      config: { name: 'Renamed' },
    })
  })

  it('does not change when what was read is sent back', async () => {
    const { connector } = await makeConnector(server, 'userA', withToken(secretText))
    const details = await get(connector._id)
    const { name, integrationName, connectorType, budgetLimit } = details.connector
    const sent = {
      connector: { name, integrationName, connectorType, details: details.connector.details, budgetLimit },
      config: details.config,
    }
    expect((await patch(connector._id, sent)).json<ConnectorAndConfig>().connector).toEqual(details.connector)
    expect((await saveConfig(connector._id, details.config)).json<ConnectorAndConfig>().connector).toEqual(details.connector)
    expect(await get(connector._id)).toEqual(details)
  })

  it('keeps the newer of two saves from the same revision, and says so to the other', async () => {
    const { connector } = await makeConnector(server)
    const save = (name: string) => patch(connector._id, { revision: 1, connector: { name } })
    const replies = await Promise.all([save('one'), save('other')])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'connector/stale',
      message: 'Someone saved this connector after you opened it.',
    })
    expect((await get(connector._id)).revision).toBe(2)
  })

  it('refuses an id in the body that is not the one of the address', async () => {
    const { connector } = await makeConnector(server)
    const reply = await patch(connector._id, { id: server.ids.userA, connector: { name: 'x' } })
    expect(reply.json()).toMatchObject({ status: 400, errors: [{ path: '/id', message: 'differs from the id in the URL' }] })
  })

  it('keeps text that is hostile as text', async () => {
    const name = `<script>alert(1)</script> '; drop table users; -- \${7*7} {{7*7}} \u202e`
    const { connector } = await makeConnector(server)
    expect((await patch(connector._id, { connector: { name } })).json<ConnectorAndConfig>().connector.name).toBe(name)
  })
})

describe('a secret', () => {
  const vault = () => createVault(server.masterKey)
  /** What would be sent to this origin. */
  const sentTo = async (connectorId: string, origin: string) => {
    const { rows } = await sql<{ ref: SecretRef | '' }>`
      select draft #> '{source,auth,token}' as ref from connectors where id = ${connectorId}`.execute(server.database.db)
    const ref = rows[0]?.ref
    if (!ref) return null
    return readSecret(server.database.db, vault(), { companyId: server.companies.A, connectorId, secretId: ref.secretId, origin })
  }

  it('comes out as a mark, and is stored sealed', async () => {
    const { connector, config } = await makeConnector(server, 'userA', withToken(secretText))
    expect(config.source.auth).toEqual({ type: 'bearer', token: { set: true, last4: '4711' } })
    expect(await sentTo(connector._id, 'https://shop.example.com')).toBe(secretText)
    expect(await sentTo(connector._id, 'https://evil.example.com')).toBeNull()
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(t::text, ' ') from connectors t) || (select string_agg(t::text, ' ') from connector_secrets t) as all`.execute(
      server.database.db,
    )
    expect(rows[0]?.all).not.toContain(secretText)
  })

  it('does not show the end of a short one', async () => {
    const { config } = await makeConnector(server, 'userA', withToken('short'))
    expect(config.source.auth).toEqual({ type: 'bearer', token: { set: true, last4: '' } })
  })

  it('stays when its mark is sent back, also with another path of the same origin', async () => {
    const { connector, config } = await makeConnector(server, 'userA', withToken(secretText))
    const moved = { ...config, source: { ...config.source, url: 'https://shop.example.com/v2/orders' } }
    await saveConfig(connector._id, moved)
    expect(await sentTo(connector._id, 'https://shop.example.com')).toBe(secretText)
  })

  it.each([
    ['PATCH of the connector', (id: string, config: ConnectorConfig) => patch(id, { config })],
    ['PATCH of the configuration', (id: string, config: ConnectorConfig) => saveConfig(id, config)],
    [
      'deploy',
      (id: string, config: ConnectorConfig) =>
        server.ask('POST', `/api-connectors/connectors/${id}/deploy`, { as: 'userA', body: { config } }),
    ],
  ])('does not follow the address to another host: %s', async (_, change) => {
    const { connector, config } = await makeConnector(server, 'userA', withToken(secretText))
    const evil = 'https://evil.example.com'
    await change(connector._id, { ...config, source: { ...config.source, url: `${evil}/orders` } })
    expect(await sentTo(connector._id, evil)).toBeNull()
    const deploy = await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, {
      as: 'userA',
      body: { config: { ...config, source: { ...config.source, url: `${evil}/orders` } } },
    })
    expect(deploy.json()).toMatchObject({
      code: 'connector/invalid',
      errors: [{ path: '/source/auth/token', message: expect.stringContaining('Enter the secret') }],
    })
  })

  it('cannot be had from the other side or from another connector by its mark', async () => {
    await makeConnector(server, 'userA', withToken(secretText))
    const mark = { set: true as const, last4: '4711' }
    const { connector, config } = await makeConnector(server, 'userA', withToken(mark))
    expect(config.source.auth).toEqual({ type: 'bearer', token: '' })
    const both = withToken(secretText)
    await saveConfig(connector._id, both)
    const stolen = { ...both, source: { ...both.source, auth: { type: 'bearer', token: mark } } }
    const other = {
      ...stolen,
      destination: { ...stolen.destination, url: 'https://shop.example.com', auth: { type: 'bearer', token: mark } },
    }
    const saved = (await saveConfig(connector._id, other)).json<ConnectorAndConfig>()
    expect(saved.config.source.auth).toEqual({ type: 'bearer', token: mark })
    expect(saved.config.destination.auth).toEqual({ type: 'bearer', token: '' })
  })

  it('goes when another kind of authentication is chosen', async () => {
    const { connector, config } = await makeConnector(server, 'userA', withToken(secretText))
    const key = { type: 'apiKey' as const, in: 'header' as const, name: 'x-key', value: { set: true as const, last4: '4711' } }
    const saved = await saveConfig(connector._id, { ...config, source: { ...config.source, auth: key } })
    expect(saved.json<ConnectorAndConfig>().config.source.auth).toEqual({ ...key, value: '' })
  })
})

describe('the vault', () => {
  const place = { table: 't', column: 'c', rowId: 'r', companyId: 'k' }

  it('opens only what was sealed here, with this key, for this place', () => {
    const vault = createVault('master')
    const sealed = vault.seal(secretText, place)
    expect(vault.open(sealed, place)).toBe(secretText)
    expect(vault.seal(secretText, place).ciphertext).not.toBe(sealed.ciphertext)
    for (const moved of [{ table: 'x' }, { column: 'x' }, { rowId: 'x' }, { companyId: 'x' }]) {
      expect(() => vault.open(sealed, { ...place, ...moved })).toThrow()
    }
    expect(() => createVault('another').open(sealed, place)).toThrow(/was encrypted with key/)
    const bytes = Buffer.from(sealed.ciphertext, 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => vault.open({ ...sealed, ciphertext: bytes.toString('base64') }, place)).toThrow()
  })
})
