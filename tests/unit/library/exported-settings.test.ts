/** What a file of a connector holds of the settings of its requests: all of them, and no secret, also where it was saved in plain. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { createFinder } from '#server/features/connectors/secrets/credentials.ts'
import { needsOf } from '#server/features/library/config-needs.ts'
import { redactSecrets } from '#server/features/library/redact-secrets.ts'

const finder = createFinder([])
const settings = {
  requestsPerSecond: 0.5,
  timeouts: { firstByteSeconds: 90, totalSeconds: 120 },
  success: { statuses: ['200-204'], contentType: 'application/json', field: { path: 'ok', value: 'true' } },
}
const http = { type: 'http', requestMethod: 'POST', url: 'https://a.example.com/x' } as const

function configOf(side: Partial<ConnectorConfig['source']>): ConnectorConfig {
  return {
    name: 'Orders',
    trigger: { type: 'manual' },
    source: { ...http, ...side, isList: false },
    destination: { ...http, ...side, onlyChanged: true, keys: 'record', unsent: 'leave' } as ConnectorConfig['destination'],
    dataMapping: [],
    enrichment: [{ id: 'tier', ...http, ...side }] as ConnectorConfig['enrichment'],
  }
}

it('holds every setting, and of secrets their names', () => {
  const secrets = [
    { in: 'header' as const, name: 'X-Tenant-Key', value: 'typed-and-not-saved-yet' },
    { in: 'query' as const, name: 'api_key', value: 'another-one' },
  ]
  const given = configOf({ ...settings, secrets })
  const bare = redactSecrets(given, finder)
  for (const side of [bare.source, bare.destination, ...bare.enrichment]) {
    expect(side).toMatchObject(settings)
    expect(side.secrets).toEqual(secrets.map((it) => ({ ...it, value: '' })))
  }
  expect(bare.destination).toMatchObject({ onlyChanged: true, keys: 'record', unsent: 'leave' })
  expect(JSON.stringify(bare)).not.toMatch(/typed-and|another-one/)
  const places = ['/source', '/destination', '/enrichment/0']
  expect(needsOf(bare)).toEqual(places.flatMap((it) => [`${it}/secrets/0/value`, `${it}/secrets/1/value`]))
})

it.each([
  ['X-Shopify-Access-Token', 'plain-one-1'],
  ['PRIVATE-TOKEN', 'plain-one-1'],
  ['DD-API-KEY', 'plain-one-1'],
  ['api_key', 'plain-one-1'],
  ['x-functions-key', 'plain-one-1'],
  ['X-Shop', `shpat_${'0a1b2c3d'.repeat(4)}`],
  ['X-Lab', `glpat-${'AbC1dEf2GhI3'.repeat(2)}`],
  ['X-Site', 'q7Zt2mWk9LxR4vB8nC1dF6hJ3pS5'],
  ['site', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ['k', 'Token 9944b09199c62bcf'],
])('holds no plain value that looks like a secret: %s', (key, value) => {
  const row = { key, value }
  const url = `${http.url}?${new URLSearchParams([[key, value]])}`
  const bare = redactSecrets(configOf({ url, headers: [row], queries: [row] }), finder)
  expect(JSON.stringify(bare)).not.toContain(value)
  expect(JSON.stringify(bare)).not.toContain(encodeURIComponent(value))
  expect(bare.source.headers).toEqual([{ key, value: '' }])
  for (const place of ['url', 'headers/0/value', 'queries/0/value']) expect(needsOf(bare)).toContain(`/source/${place}`)
})
