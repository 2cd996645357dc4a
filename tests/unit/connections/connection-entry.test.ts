/** What is sent of a connection's dialog, when its stored secret stays, and which addresses belong to a connection. */
import { describe, expect, it } from 'vitest'
import {
  type ConnectionMove,
  type ConnectionState,
  stateAfter,
  statesBefore,
} from '#contract/connections/connection.lifecycle.ts'
import type { ConnectionForm, ConnectionItem } from '#contract/connections/connection.ts'
import { foreignAddress } from '#contract/connections/connection-check.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { withConnection, withoutConnection } from '#src/machines/builder/systems/side-connection.ts'
import {
  connectionEntryOf,
  connectionFormOf,
  faultsOfEntry,
  isConnectionComplete,
  keepsSecret,
} from '#src/machines/connections/connection-entry.ts'

const form: ConnectionForm = {
  ...{ name: 'Shop', kind: 'http', url: 'https://shop.example.test/api', visibility: 'named', people: ['ann'] },
  ...{ requestsPerSecond: 5, gateway: 'frankfurt' },
  auth: { type: 'apiKey', in: 'query', name: 'key', value: { set: true, last4: 'f00d' } },
}
const stored = { id: 'shop', revision: 3, form } as unknown as ConnectionItem

describe('the dialog of a connection', () => {
  it('sends everything that it does not show as it was, and the mark of the stored secret', () => {
    const entry = connectionEntryOf(stored)
    expect(connectionFormOf(entry)).toEqual(form)
    expect(isConnectionComplete(entry)).toBe(true)
  })

  it.each([
    ['another origin', { url: 'https://other.example.test' }, false],
    ['another path', { url: 'https://shop.example.test/v2' }, true],
    ['another kind of sign-in', { authType: 'bearer' }, false],
    ['another secret', { secret: 'new' }, false],
  ])('keeps the stored secret with %s: %o %s', (_, written, keeps) => {
    const entry = { ...connectionEntryOf(stored), ...written }
    expect(keepsSecret(entry)).toBe(keeps)
    expect(isConnectionComplete(entry)).toBe(keeps || 'secret' in written)
  })

  it('says what is wrong with what was written, and nothing of what was not', () => {
    expect(faultsOfEntry(connectionEntryOf(null))).toEqual({})
    expect(faultsOfEntry({ ...connectionEntryOf(null), url: 'ftp://x' })).toEqual({
      url: 'Enter a URL that begins with https:// or http://',
    })
    expect(isConnectionComplete({ ...connectionEntryOf(null), name: 'x', url: 'https://x.test', secret: 's' })).toBe(true)
  })

  it('sends the limits of requests as numbers, and says what is none', () => {
    const entry = { ...connectionEntryOf(stored), perSecond: '2.5', atOnce: '4' }
    expect(connectionFormOf(entry)).toEqual({ ...form, requestsPerSecond: 2.5, atOnce: 4 })
    const { requestsPerSecond: _, ...without } = form
    expect(connectionFormOf({ ...entry, perSecond: '', atOnce: '' })).toEqual(without)
    const wrong = { ...entry, perSecond: 'ten', atOnce: '1.5' }
    expect(faultsOfEntry(wrong)).toEqual({
      perSecond: 'Enter a number from 0.01 to 1,000, or leave it empty',
      atOnce: 'Enter a whole number from 1 to 256, or leave it empty',
    })
    expect(isConnectionComplete(wrong)).toBe(false)
  })

  it('offers a database the sign-in that it has', () => {
    const entry = { ...connectionEntryOf(null), name: 'x', kind: 'database', host: 'db.test', database: 'shop', port: '5433' }
    expect(connectionFormOf({ ...entry, username: 'ann', secret: 's' })).toMatchObject({
      database: { engine: 'postgresql', host: 'db.test', database: 'shop', port: 5_433, tls: 'verify' },
      auth: { type: 'basic', username: 'ann', password: 's' },
    })
  })
})

describe('the address of a side', () => {
  const shop = { name: 'Shop', kind: 'http', url: 'https://shop.example.test/api' } as const
  const at = (url: string): SourceConfig => ({ type: 'http', url })
  it.each([
    ['https://shop.example.test/api', true],
    ['https://shop.example.test/api/orders?x=1', true],
    ['https://shop.example.test/apis', false],
    ['https://shop.example.test/api/../secrets', false],
    ['http://shop.example.test/api', false],
    ['https://shop.example.test.thief.test/api', false],
    ['https://shop.example.test@thief.test/api', false],
    ['', false],
  ])('%s belongs to the connection: %s', (url, belongs) => {
    expect(foreignAddress(at(url), shop) === null).toBe(belongs)
  })

  it('of a database is the same place, encryption included', () => {
    const database = { engine: 'postgresql', host: 'db.test', database: 'shop', tls: 'verify' } as const
    const warehouse = { name: 'Warehouse', kind: 'database', database } as const
    const side = (more: object): SourceConfig => ({ type: 'database', databaseConfig: { ...database, ...more, table: 'orders' } })
    expect(foreignAddress(side({}), warehouse)).toBeNull()
    for (const more of [{ host: 'other.test' }, { port: 5_433 }, { database: 'hr' }, { tls: 'disable' }])
      expect(foreignAddress(side(more), warehouse)?.path).toBe('/databaseConfig/host')
    expect(foreignAddress(at('https://db.test'), warehouse)?.path).toBe('/auth/id')
  })

  it('is filled from the connection that is chosen, and stays when it is taken away', () => {
    const chosen = withConnection(at('https://old.test/x'), { id: 'shop', url: shop.url, database: null })
    expect(chosen).toEqual({ type: 'http', url: shop.url, auth: { type: 'connection', id: 'shop' } })
    const kept = withConnection(at(`${shop.url}/orders`), { id: 'shop', url: shop.url, database: null })
    expect(kept.url).toBe(`${shop.url}/orders`)
    expect(withoutConnection(kept)).toEqual({ type: 'http', url: `${shop.url}/orders`, auth: { type: 'none' } })
  })
})

it.each<[ConnectionState, Exclude<ConnectionMove['type'], 'signIn.lapsed'>, ConnectionState]>([
  ['new', 'person.left', 'authorizing'],
  ['authorizing', 'system.accepted', 'authorizing'],
  ['authorizing', 'person.signedIn', 'working'],
  ['working', 'person.left', 'working'],
  ['working', 'token.asked', 'refreshing'],
  ['refreshing', 'token.renewed', 'working'],
  ['refreshing', 'token.unreachable', 'failing'],
  ['failing', 'token.renewed', 'working'],
  ['refreshing', 'token.refused', 'ended'],
  ['ended', 'system.accepted', 'ended'],
  ['ended', 'token.asked', 'ended'],
  ['ended', 'person.signedIn', 'working'],
  ['off', 'person.signedIn', 'off'],
  ['new', 'system.accepted', 'working'],
  ['working', 'system.refused', 'failing'],
  ['failing', 'system.accepted', 'working'],
  ['failing', 'person.changed', 'new'],
  ['working', 'person.switchedOff', 'off'],
  ['off', 'system.accepted', 'off'],
  ['off', 'person.changed', 'off'],
  ['off', 'person.switchedOn', 'new'],
])('a connection that is %s is after %s %s', (from, type, to) => {
  expect(stateAfter(from, { type })).toBe(to)
})

it('a sign-in that nobody finished leaves what was there before, and guarded statements know from where a move leads', () => {
  expect(stateAfter('authorizing', { type: 'signIn.lapsed', hadAccess: false })).toBe('new')
  expect(stateAfter('authorizing', { type: 'signIn.lapsed', hadAccess: true })).toBe('ended')
  expect(statesBefore({ type: 'token.refused' }, 'ended')).toEqual(['new', 'working', 'refreshing', 'failing'])
  expect(statesBefore({ type: 'system.accepted' }, 'working')).toEqual(['new', 'working', 'failing'])
})
