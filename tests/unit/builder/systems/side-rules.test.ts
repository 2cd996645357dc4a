/** The form says what the server would say: what one of them refuses, the other one does not take. */
import { describe, expect, it } from 'vitest'

import { checkAzureSource } from '#server/engine/kinds/azure/checking.ts'
import { checkDatabaseDestination, checkDatabaseSource } from '#server/engine/kinds/database/checking.ts'
import { checkHttpDestination, checkHttpSource } from '#server/engine/kinds/http/checking.ts'
import { checkNatsDestination, checkNatsSource } from '#server/engine/kinds/nats/checking.ts'
import { changedSide, originOf, requestText, type SideConfig, type SideName } from '#src/machines/builder/systems/side-config.ts'
import { faultsOf, type SideFault } from '#src/machines/builder/systems/side-rules.ts'

const http: SideConfig = { type: 'http', url: 'https://a.test/x', requestMethod: 'GET' }
const row = (key: string, value = '', active = true) => ({ key, value, active })
const basic = { type: 'basic', username: 'ada', password: 'p' } as const
const table = { engine: 'postgresql', host: 'db.example.test', database: 'shop', table: 'orders' } as const
const stream = { host: 'nats.example.test', stream: 'ORDERS' } as const
const container = { endpoint: 'https://acc.blob.core.windows.net', container: 'orders', format: 'json' } as const

const checks = {
  http: { source: checkHttpSource, destination: checkHttpDestination, enrichment: checkHttpSource },
  database: { source: checkDatabaseSource, destination: checkDatabaseDestination, enrichment: checkDatabaseSource },
  azure: { source: checkAzureSource, destination: checkAzureSource, enrichment: checkAzureSource },
  nats: { source: checkNatsSource, destination: checkNatsDestination, enrichment: checkNatsSource },
}

describe('what is wrong with a side', () => {
  it.each<[string, SideName, SideConfig, Record<string, SideFault>]>([
    ['nothing', 'source', http, {}],
    ['no address', 'source', { type: 'http' }, { '/url': 'needed' }],
    ['no address at all', 'source', { ...http, url: 'shop orders' }, { '/url': 'noAddress' }],
    ['an address of another kind', 'source', { ...http, url: 'ftp://a.test' }, { '/url': 'noWebAddress' }],
    ['a script for an address', 'source', { ...http, url: 'javascript:alert(1)' }, { '/url': 'noWebAddress' }],
    ['a password in the address', 'source', { ...http, url: 'https://a:b@a.test' }, { '/url': 'secretInAddress' }],
    ['a method that removes', 'source', { ...http, requestMethod: 'DELETE' }, { '/requestMethod': 'cannotRead' }],
    ['a method without a body', 'destination', http, { '/requestMethod': 'cannotWrite' }],
    ['a name that no header has', 'source', { ...http, headers: [row('a b', 'x')] }, { '/headers/0/key': 'headerName' }],
    ['a value of two lines', 'source', { ...http, headers: [row('a', 'x\ny')] }, { '/headers/0/value': 'headerValue' }],
    ['a header of the engine', 'source', { ...http, headers: [row('Idempotency-Key', 'x')] }, { '/headers/0/key': 'ownHeader' }],
    ['nothing where it is switched off', 'source', { ...http, headers: [row('a b', 'x', false)] }, {}],
    [
      'a secret of two lines in a header',
      'source',
      {
        ...http,
        secrets: [
          { in: 'header', name: 'A', value: 'x\n' },
          { in: 'query', name: 'b', value: 'x\n' },
        ],
      },
      { '/secrets/0/value': 'headerValue' },
    ],
    [
      'a token of two lines',
      'enrichment',
      { ...http, auth: { type: 'bearer', token: 'a\nb' } },
      { '/auth/secret': 'headerValue' },
    ],
    [
      'a key that no header carries',
      'destination',
      { ...http, requestMethod: 'POST', auth: { type: 'apiKey', in: 'header', name: 'a', value: '“x”' } },
      { '/auth/secret': 'headerValue' },
    ],
    [
      'nothing where a key is sent in the URL',
      'source',
      { ...http, auth: { type: 'apiKey', in: 'query', name: 'a', value: '“x”' } },
      {},
    ],
    [
      'a name of a key',
      'source',
      { ...http, auth: { type: 'apiKey', in: 'header', name: 'a b', value: 'x' } },
      { '/auth/name': 'headerName' },
    ],
    [
      'no place for a token',
      'source',
      { ...http, auth: { type: 'oauth2ClientCredentials', tokenUrl: 'x', clientId: '', clientSecret: 'x' } },
      { '/auth/tokenUrl': 'noAddress', '/auth/clientId': 'needed' },
    ],
    ['nothing of a table', 'source', { type: 'database', auth: basic, databaseConfig: table }, {}],
    [
      'a host',
      'source',
      { type: 'database', auth: basic, databaseConfig: { ...table, host: 'a/b' } },
      { '/databaseConfig/host': 'noHost' },
    ],
    [
      'a port',
      'source',
      { type: 'database', auth: basic, databaseConfig: { ...table, port: 80 } },
      { '/databaseConfig/port': 'lowPort' },
    ],
    [
      'both',
      'source',
      { type: 'database', auth: basic, databaseConfig: { ...table, query: 'select 1' } },
      { '/databaseConfig/table': 'queryOrTable' },
    ],
    [
      'no account',
      'source',
      { type: 'database', auth: { ...basic, username: '' }, databaseConfig: table },
      { '/auth/username': 'needed' },
    ],
    ['nothing of a container', 'source', { type: 'azure', azureConfig: container }, {}],
    [
      'a container',
      'source',
      { type: 'azure', azureConfig: { ...container, container: 'A_b' } },
      { '/azureConfig/container': 'noContainer' },
    ],
    [
      'a signature',
      'source',
      { type: 'azure', azureConfig: { ...container, endpoint: 'https://a.test/?sig=1' } },
      { '/azureConfig/endpoint': 'signatureInAddress' },
    ],
    ['nothing of a stream', 'source', { type: 'nats', natsConfig: { ...stream, subject: 'orders.*.>' } }, {}],
    ['a stream', 'source', { type: 'nats', natsConfig: { ...stream, stream: 'a.b' } }, { '/natsConfig/stream': 'noStream' }],
    [
      'a filter',
      'source',
      { type: 'nats', natsConfig: { ...stream, subject: 'orders.>.eu' } },
      { '/natsConfig/subject': 'noSubject' },
    ],
    ['no subject', 'destination', { type: 'nats', natsConfig: stream }, { '/natsConfig/subject': 'needed' }],
    [
      'a subject with a wildcard',
      'destination',
      { type: 'nats', natsConfig: { ...stream, subject: 'orders.*' } },
      { '/natsConfig/subject': 'noSubject' },
    ],
    [
      'a command of the server',
      'destination',
      { type: 'nats', natsConfig: { ...stream, subject: '$JS.API.INFO' } },
      { '/natsConfig/subject': 'openSubject' },
    ],
    [
      'nothing of a subject with a value',
      'destination',
      { type: 'nats', natsConfig: { ...stream, subject: 'orders.{address.country}' } },
      {},
    ],
  ])('%s', (_, side, config, faults) => {
    expect(faultsOf(side, config)).toEqual(faults)
    expect(checks[config.type][side](config).length > 0, 'what the engine says').toBe(Object.keys(faults).length > 0)
  })

  it('is also what would be kept in plain, a name that is used twice, and a secret that is not there', () => {
    expect(faultsOf('source', { ...http, headers: [row('authorization', 'x')] })).toEqual({
      '/headers/0/key': 'credentialHeader',
    })
    expect(faultsOf('source', { ...http, variables: [row('a'), row('a'), row('a', '', false)] })).toEqual({
      '/variables/1/key': 'twice',
    })
    expect(faultsOf('source', { ...http, auth: { type: 'bearer', token: '' } })).toEqual({ '/auth/secret': 'secretNeeded' })
    expect(faultsOf('source', { ...http, auth: { type: 'bearer', token: { set: true, last4: '' } } })).toEqual({})
  })
})

it('makes the same request however the server writes it down, and whoever keeps its secret', () => {
  const typed: SideConfig = { ...http, queries: [row('a', '1')], auth: { type: 'basic', username: 'ada', password: 'secret' } }
  const saved: SideConfig = {
    auth: { password: { set: true, last4: '' }, username: 'ada', type: 'basic' },
    queries: [{ value: '1', active: true, key: 'a' }],
    requestMethod: 'GET',
    url: 'https://a.test/x',
    type: 'http',
  }
  expect(requestText(saved)).toBe(requestText(typed))
  expect(requestText({ ...typed, queries: [row('a', '2')] })).not.toBe(requestText(typed))
  expect(requestText({ ...typed, auth: { type: 'basic', username: 'bob', password: 'secret' } })).not.toBe(requestText(typed))
})

describe('a saved secret', () => {
  const saved = { type: 'bearer', token: { set: true, last4: '1234' } } as const
  const gone = { type: 'bearer', token: '' }

  it.each([
    ['another host', { url: 'https://b.test/x' }, gone],
    ['another port', { url: 'https://a.test:8443/x' }, gone],
    ['another scheme', { url: 'http://a.test/x' }, gone],
    ['no address', { url: 'https://' }, gone],
    ['another path', { url: 'https://a.test/y?z' }, saved],
    ['the same host in capitals', { url: 'https://A.test/x' }, saved],
    ['another method', { requestMethod: 'POST' as const }, saved],
  ])('with %s', (_, change, auth) => {
    expect(changedSide({ ...http, auth: saved }, change).auth).toEqual(auth)
  })

  it('is none of what is just typed, which stays', () => {
    const typed = { type: 'bearer', token: 'abc' } as const
    expect(changedSide({ ...http, auth: typed }, { url: 'https://b.test' }).auth).toEqual(typed)
  })

  it('of a database goes with its encryption, and of a token with the place that gives it', () => {
    const account = { type: 'basic', username: 'ada', password: { set: true, last4: '1234' } } as const
    const database = { type: 'database', auth: account, databaseConfig: table } as const satisfies SideConfig
    expect(changedSide(database, { databaseConfig: { ...table, tls: 'disable' } }).auth).toEqual({ ...account, password: '' })
    const client = {
      type: 'oauth2ClientCredentials',
      tokenUrl: 'https://id.test/t',
      clientId: 'c',
      clientSecret: account.password,
    } as const
    expect(changedSide({ ...http, auth: client }, { url: 'https://b.test' }).auth).toEqual(client)
    const moved = { ...client, tokenUrl: 'https://evil.test/t' }
    expect(changedSide({ ...http, auth: client }, { auth: moved }).auth).toEqual({ ...moved, clientSecret: '' })
    expect(originOf(database)).toBe('postgresql://db.example.test:5432')
  })

  it('goes with the kind of system, and the rest of what was typed stays', () => {
    const after = changedSide<SideConfig>({ ...http, auth: saved }, { type: 'database' })
    expect(after).toEqual({ ...http, type: 'database', auth: { type: 'basic', username: '', password: '' } })
  })
})
