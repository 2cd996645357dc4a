import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { readSecret, type SecretRef } from '#server/records/connectors/secrets.repository.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()
const key = 'a2V5IG9mIHRoZSBhY2NvdW50IDQ3MTE='
const azureConfig = { endpoint: 'https://account.blob.core.windows.net', container: 'orders', format: 'ndjson' } as const
const auth = { type: 'accountKey', account: 'account', key } as const
const withSource = (source: Partial<ConnectorConfig['source']>): ConnectorConfig => ({
  ...goodConfig,
  source: { type: 'azure', azureConfig, auth, isList: true, ...source },
})

describe('the key of a storage account', () => {
  const keyFor = async (connectorId: string, origin: string) => {
    const { rows } = await sql<{ ref: SecretRef | '' }>`
      select draft #> '{source,auth,key}' as ref from connectors where id = ${connectorId}`.execute(server.database.db)
    const ref = rows[0]?.ref
    if (!ref) return null
    const owner = { companyId: server.companies.A, connectorId, secretId: ref.secretId }
    return readSecret(server.database.db, createVault(server.masterKey), { ...owner, origin })
  }
  const save = (id: string, config: ConnectorConfig) =>
    server.ask('PATCH', `/api-connectors/connectors/${id}`, { as: 'userA', body: { config } })

  it('is kept sealed for its endpoint, stays while that stays, and is gone with it', async () => {
    const { connector, config } = await makeConnector(server, 'userA', withSource({}))
    expect(config.source.auth).toEqual({ ...auth, key: { set: true, last4: key.slice(-4) } })
    const origin = 'https://account.blob.core.windows.net'
    expect(await keyFor(connector._id, origin)).toBe(key)
    for (const other of ['http://account.blob.core.windows.net', 'https://other.blob.core.windows.net', ''])
      expect(await keyFor(connector._id, other)).toBeNull()
    await save(connector._id, { ...config, source: { ...config.source, azureConfig: { ...azureConfig, container: 'others' } } })
    expect(await keyFor(connector._id, origin)).toBe(key)
    const away = { ...azureConfig, endpoint: 'https://other.blob.core.windows.net' }
    await save(connector._id, { ...config, source: { ...config.source, azureConfig: away } })
    expect(await keyFor(connector._id, origin)).toBeNull()
    expect(await keyFor(connector._id, 'https://other.blob.core.windows.net')).toBeNull()
  })

  it('is refused in the address, before anything is kept', async () => {
    const signed = { ...azureConfig, endpoint: 'https://account.blob.core.windows.net/?sv=2024&sig=canary-sas' }
    const body = { connector: { name: 'x' }, config: withSource({ azureConfig: signed }) }
    const reply = await server.ask('POST', '/api-connectors/', { as: 'userA', body })
    expect(reply.json()).toMatchObject({
      status: 422,
      code: 'connector/invalid',
      errors: [{ path: '/source/azureConfig/endpoint' }],
    })
    const rows = await sql<{ draft: string }>`select draft::text as draft from connectors`.execute(server.database.db)
    expect(JSON.stringify(rows)).not.toContain('canary-')
  })

  it('of a stream is kept sealed for its server', async () => {
    const seed = 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY'
    const nats = { host: 'nats.example.com', stream: 'ORDERS' } as const
    const source = { type: 'nats', natsConfig: nats, auth: { type: 'nkey', seed } } as const
    const { connector, config } = await makeConnector(server, 'userA', { ...goodConfig, source })
    expect(config.source.auth).toEqual({ type: 'nkey', seed: { set: true, last4: 'U3VY' } })
    const moved = { ...config, source: { ...config.source, natsConfig: { ...nats, tls: 'require' as const } } }
    const reply = await save(connector._id, moved)
    // Without a check of its certificate it is another server.
    expect(reply.json<{ config: ConnectorConfig }>().config.source.auth).toEqual({ type: 'nkey', seed: '' })
    const valid = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: { ...goodConfig, source } })
    expect(valid.json()).toMatchObject({ isValid: true, errors: [] })
  })

  it('makes a configuration that can be deployed', async () => {
    const reply = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: withSource({}) })
    expect(reply.json()).toMatchObject({ isValid: true, errors: [] })
  })
})
