/** Databases as sides of a configuration: what is checked before anything is connected, and where a password may go (threat T-CRED). */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig, DatabaseConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { readSecret, type SecretRef } from '#server/records/connectors/secrets.repository.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()
const password = 'correct-horse-4711'

const database: DatabaseConfig = { engine: 'postgresql', host: 'db.example.com', database: 'shop', table: 'orders' }
const auth = { type: 'basic', username: 'reader', password } as const
const withSource = (changes: Partial<DatabaseConfig>, more: object = {}): ConnectorConfig => ({
  ...goodConfig,
  source: { type: 'database', databaseConfig: { ...database, ...changes }, auth, ...more },
})
const withDestination = (changes: Partial<DatabaseConfig>, more: object = {}): ConnectorConfig => ({
  ...goodConfig,
  destination: { type: 'database', databaseConfig: { ...database, ...changes }, auth, ...more },
})

async function errorsOf(config: ConnectorConfig): Promise<readonly FieldProblem[]> {
  const reply = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: config })
  return reply.json<ValidationResult>().errors
}

describe('a database', () => {
  it.each([
    ['a source', withSource({})],
    [
      'a source by a query',
      {
        ...withSource({}),
        source: {
          ...withSource({}).source,
          databaseConfig: { engine: 'mysql', host: 'db', database: 'shop', query: "select ';' -- one; query\n;" },
        },
      },
    ],
    ['an incremental source', withSource({ cursorColumn: 'changed_at', lookBack: 60 })],
    ['a destination', withDestination({ table: 'sales.orders', keyColumns: ['shop', 'id'], engine: 'mysql', port: 3_307 })],
    ['an IPv6 address', withSource({ host: '2606:4700::1111' })],
  ] as [string, ConnectorConfig][])('may be %s', async (_, config) => {
    expect(await errorsOf(config)).toEqual([])
  })

  const sourceFaults: [string, Partial<DatabaseConfig>, string, RegExp][] = [
    ['a host with a path', { host: 'db.example.com/x' }, '/source/databaseConfig/host', /host name or an IP address/],
    ['a host with an account', { host: 'me:secret@db' }, '/source/databaseConfig/host', /host name or an IP address/],
    ['a private address', { host: '10.0.0.1' }, '/source/databaseConfig/host', /can't reach the source 10\.0\.0\.1:5432/],
    [
      'the loopback address in disguise',
      { host: '0x7f.1' },
      '/source/databaseConfig/host',
      /can't reach the source 127\.0\.0\.1:5432/,
    ],
    ['a low port', { port: 25 }, '/source/databaseConfig/port', /from 1024/],
    ['an address whose certificate would be checked', { engine: 'mysql', host: '8.8.8.8' }, '/source/databaseConfig/tls', /name/],
    ['a table in quotes', { table: 'a.b.c' }, '/source/databaseConfig/table', /schema\.name/],
    ['both a table and a query', { query: 'select 1' }, '/source/databaseConfig/table', /not both/],
    ['a look-back without a cursor', { lookBack: 5 }, '/source/databaseConfig/lookBack', /cursor column/],
    ['a key column twice', { keyColumns: ['id', 'id'] }, '/source/databaseConfig/keyColumns/1', /listed twice/],
  ]
  it.each(sourceFaults)('may not be a source with %s', async (_, changes, path, message) => {
    expect(await errorsOf(withSource(changes))).toContainEqual({ path, message: expect.stringMatching(message) })
  })

  it.each([
    ['delete from orders', /with select or with/],
    ['select 1; delete from orders', /only one query/],
    ["select ';'; drop table x", /only one query/],
    ['select $$;$$; select 2', /only one query/],
    ['-- select\nupdate x set a = 1', /with select or with/],
    ['select \u0001', /control character/],
    ['', /with select or with/],
  ])('may not be asked %j', async (query, message) => {
    const { table: _, ...rest } = database
    const config = { ...goodConfig, source: { type: 'database', auth, databaseConfig: { ...rest, query } } } as ConnectorConfig
    expect(await errorsOf(config)).toEqual([{ path: '/source/databaseConfig/query', message: expect.stringMatching(message) }])
  })

  const destinationFaults: [string, Partial<DatabaseConfig>, string][] = [
    ['a query', { query: 'select 1' }, '/destination/databaseConfig/query'],
    ['a cursor', { cursorColumn: 'id' }, '/destination/databaseConfig/cursorColumn'],
    ['a key column twice', { keyColumns: ['id', 'id'] }, '/destination/databaseConfig/keyColumns/1'],
    ['an address of the cloud', { host: '169.254.169.254' }, '/destination/databaseConfig/host'],
  ]
  it.each(destinationFaults)('may not be a destination with %s', async (_, changes, path) => {
    expect((await errorsOf(withDestination(changes))).map((it) => it.path)).toEqual([path])
  })

  it.each([
    ['no order', 'select id from orders', {}, 1],
    ['an order', 'select id from orders order by id', {}, 0],
    ['key columns', 'select id from orders', { keyColumns: ['id'] }, 0],
    ['a cursor', 'select id from orders', { cursorColumn: 'id' }, 0],
  ] as const)('is doubted where a query has %s', async (_, query, more, doubts) => {
    const { table: __, ...rest } = database
    const config = { ...goodConfig, source: { type: 'database', auth, databaseConfig: { ...rest, query, ...more } } }
    const reply = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: config })
    const { errors, warnings } = reply.json<ValidationResult>()
    expect(errors).toEqual([])
    expect(warnings.filter(({ path }) => path === '/source/databaseConfig/query')).toHaveLength(doubts)
  })

  it('database account', async () => {
    const none = withSource({}, { auth: { type: 'none' } })
    expect(await errorsOf(none)).toEqual([{ path: '/source/auth/type', message: expect.stringContaining('database account') }])
    const nameless = withSource({}, { auth: { ...auth, username: '' } })
    expect((await errorsOf(nameless)).map(({ path }) => path)).toEqual(['/source/auth/username'])
  })

  it('holds its password nowhere but in the account', async () => {
    const config = { ...goodConfig, destination: { type: 'database', databaseConfig: { ...database, password } } }
    const reply = await server.ask('POST', '/api-connectors/', { as: 'userA', body: { connector: { name: 'x' }, config } })
    expect(reply.statusCode).toBe(400)
    expect(reply.body).not.toContain(password)
  })
})

describe('the password of a database', () => {
  const sentTo = async (connectorId: string, origin: string) => {
    const { rows } = await sql<{ ref: SecretRef | '' }>`
      select draft #> '{source,auth,password}' as ref from connectors where id = ${connectorId}`.execute(server.database.db)
    const ref = rows[0]?.ref
    if (!ref) return null
    const owner = { companyId: server.companies.A, connectorId, secretId: ref.secretId }
    return readSecret(server.database.db, createVault(server.masterKey), { ...owner, origin })
  }
  const save = (id: string, config: ConnectorConfig) =>
    server.ask('PATCH', `/api-connectors/connectors/${id}`, { as: 'userA', body: { config } })

  it('is kept sealed, for its server and its encryption', async () => {
    const { connector, config } = await makeConnector(server, 'userA', withSource({}))
    expect(config.source.auth).toEqual({ type: 'basic', username: 'reader', password: { set: true, last4: '4711' } })
    expect(await sentTo(connector._id, 'postgresql://db.example.com:5432')).toBe(password)
    for (const other of ['postgresql://db.example.com:5433', 'mysql://db.example.com:5432', 'https://db.example.com', ''])
      expect(await sentTo(connector._id, other)).toBeNull()
  })

  it('stays while the server stays', async () => {
    const { connector, config } = await makeConnector(server, 'userA', withSource({}))
    const { source } = config
    const moved = {
      ...database,
      host: 'DB.example.com',
      port: 5_432,
      tls: 'verify' as const,
      database: 'other',
      table: 'customers',
    }
    await save(connector._id, { ...config, source: { ...source, databaseConfig: moved } })
    expect(await sentTo(connector._id, 'postgresql://db.example.com:5432')).toBe(password)
  })

  it.each([
    ['host', { host: 'evil.example.com' }],
    ['port', { port: 5_433 }],
    ['engine', { engine: 'mysql' as const }],
    ['encryption', { tls: 'disable' as const }],
    ['check of the certificate', { tls: 'require' as const }],
  ])('is gone with another %s', async (_, changes) => {
    const { connector, config } = await makeConnector(server, 'userA', withSource({}))
    const reply = await save(connector._id, {
      ...config,
      source: { ...config.source, databaseConfig: { ...database, ...changes } },
    })
    expect(reply.json<ConnectorAndConfig>().config.source.auth).toEqual({ type: 'basic', username: 'reader', password: '' })
    const deploy = await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA', body: {} })
    expect(deploy.json()).toMatchObject({ errors: [{ path: '/source/auth/password' }] })
  })

  it('is gone when the side becomes one of http', async () => {
    const { connector, config } = await makeConnector(server, 'userA', withSource({}))
    const http = { ...config.source, type: 'http' as const, url: 'https://db.example.com:5432/', requestMethod: 'GET' as const }
    const reply = await save(connector._id, { ...config, source: http })
    expect(reply.json<ConnectorAndConfig>().config.source.auth).toMatchObject({ password: '' })
  })
})
