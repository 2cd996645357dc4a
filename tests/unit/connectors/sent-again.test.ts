/** What a person reads before records are sent again: only what the configuration says. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { sentAgainText } from '#contract/connectors/config/delivery-keys.ts'

type Config = Pick<ConnectorConfig, 'trigger' | 'source' | 'destination'>

const source: Config['source'] = { type: 'http', url: 'https://a.test/orders', requestMethod: 'GET', isList: true }
const http: Config['destination'] = { type: 'http', url: 'https://b.test/in', requestMethod: 'POST' }
const textOf = (changes: Partial<Config> = {}) =>
  sentAgainText({ trigger: { type: 'manual' }, source, destination: http, ...changes })
const advice = 'To leave unchanged records out, set “Send only changes” under Advanced in the Destination step.'
const again = 'Each run reads and sends all records again.'
const list = { type: 'simple', iterationPath: '', batchSize: 1, outputConfig: { strategy: 'individual' } } as const
const table = { engine: 'postgresql', host: 'db.test', database: 'd', table: 't' } as const

it.each([
  ['may create them twice, and how that is avoided', {}, `${again} The destination may create them twice. ${advice}`],
  [
    'knows repeats by the key of the record',
    { destination: { ...http, honoursKeys: true, keys: 'record' } },
    `${again} The destination ignores repeats of unchanged records by their idempotency key.`,
  ],
  [
    'honours keys, which are new in each run',
    { destination: { ...http, honoursKeys: true } },
    `${again} Each run uses new idempotency keys, so the destination may create them twice.`,
  ],
  [
    'is replaced by PUT',
    { destination: { ...http, requestMethod: 'PUT' } },
    `${again} PUT replaces what is at its URL, so repeats should add nothing.`,
  ],
  [
    'updates rows by their key columns',
    { destination: { type: 'database', databaseConfig: { ...table, keyColumns: ['id', 'shop'] } } },
    `${again} The destination uses the key id, shop, so existing rows are updated.`,
  ],
  [
    'adds rows',
    { destination: { type: 'database', databaseConfig: table } },
    `${again} The destination has no key columns, so rows may be added twice.`,
  ],
] satisfies [string, Partial<Config>, string][])('of a destination that %s', (_, changes, text) => {
  expect(textOf(changes)).toBe(text)
})

it.each([
  ['events come once', { trigger: { type: 'webhook' } }],
  ['a cursor reads only changes', { source: { ...source, listConfig: { ...list, incrementalConfig: { by: 'runStart' } } } }],
  [
    'a cursor column reads only changes',
    { source: { type: 'database', databaseConfig: { ...table, cursorColumn: 'updated_at' } } },
  ],
  ['only changes are sent', { destination: { ...http, onlyChanged: true } }],
  ['a schedule sends only changes by default', { trigger: { type: 'schedule', everySeconds: 60 } }],
  ['the source has no address', { source: { ...source, url: '' } }],
] satisfies [string, Partial<Config>][])('says nothing where %s', (_, changes) => {
  expect(textOf(changes)).toBeNull()
})
