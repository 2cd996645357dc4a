/** What looks like a secret is proposed as one: by its name and by its form, where it is typed and where it is imported. */
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkSection } from '#contract/connectors/config/config-sections.ts'
import { looksSecret } from '#contract/connectors/config/hazards/secret-signs.ts'
import { withoutSecrets, withSecretsOf } from '#src/machines/builder/draft/secrets.ts'
import { readCurl } from '#src/machines/builder/systems/curl.ts'
import { choose, openApiOf } from '#src/machines/builder/systems/openapi.ts'
import {
  changedSide,
  secretsMax,
  storedAsSecret,
  urlStoredAsSecrets,
  variableStoredAsSecrets,
} from '#src/machines/builder/systems/side-config.ts'
import { faultsOf } from '#src/machines/builder/systems/side-rules.ts'
import { withoutSecretTexts } from '#src/machines/studio/config-editor/text-secrets.ts'

const shopify = `shpat_${'0a1b2c3d'.repeat(4)}`
const gitlab = `glpat-${'AbC1dEf2GhI3'.repeat(2)}`

describe('a header or parameter', () => {
  it.each([
    ...[
      ['X-Shopify-Access-Token', 'anything'],
      ['PRIVATE-TOKEN', 'x'],
      ['DD-API-KEY', 'x'],
      ['DD-APPLICATION-KEY', 'x'],
      ['api_key', '1'],
    ],
    ...[
      ['access_token', 'x'],
      ['X-Auth-Token', 'x'],
      ['Ocp-Apim-Subscription-Key', 'x'],
      ['x-functions-key', 'x'],
      ['clientSecret', 'x'],
    ],
    ...[
      ['X-Shop', shopify],
      ['X-Lab', gitlab],
      ['k', `sk_${'live'}_${'4eC39HqLyjWDarjtT1'}`],
      ['k', `xoxb-${'12345678901-abcdef'}`],
    ],
    ...[
      ['k', `ghp_${'aB3dE6gH9jK2mN5pQ8'}`],
      ['k', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
      ['k', 'Token 9944b09199c62bcf'],
    ],
    ['X-Site', 'q7Zt2mWk9LxR4vB8nC1dF6hJ3pS5'],
    ['X-Site', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ])('%s: %s looks like a secret', (key, value) => expect(looksSecret({ key, value })).toBe(true))

  it.each([
    ...[
      ['Accept', 'application/json'],
      ['Content-Type', 'application/vnd.api+json; charset=utf-8'],
      ['User-Agent', 'datacrane-integration/1.0'],
    ],
    ...[
      ['page_token', 'x'],
      ['nextPageToken', 'x'],
      ['sync_token', 'x'],
      ['sort_key', 'name'],
      ['Idempotency-Key', 'x'],
      ['limit', '100'],
    ],
    ...[
      ['X-Api-Key', ''],
      ['api_key', '{{key}}'],
      ['Authorization-Type', 'none'],
      ['since', '2026-11-28T10:00:00.000+01:00'],
    ],
    ...[
      ['fields', 'id,name,customer.email,created_at,updated_at'],
      ['list', '8f14e45f-ceea-467f-9575-1e9f1a4c2b3d'],
      ['X-Version', '2025-01'],
    ],
    ['expand', 'line_items-discounts-shipping_addresses'],
    ['callback', 'https://hooks.example.com/in/orders/2026'],
  ])('%s: %s does not', (key, value) => expect(looksSecret({ key, value })).toBe(false))
})

const side: ConnectorConfig['source'] = {
  type: 'http',
  url: 'https://shop.example.com/orders?limit=5',
  requestMethod: 'GET',
  headers: [
    { key: 'Accept', value: 'application/json' },
    { key: 'X-Shopify-Access-Token', value: shopify },
  ],
  queries: [{ key: 'api_key', value: 'k1' }],
}

it.each([
  ['source', 'source.secrets'],
  ['destination', 'destination.secrets'],
  ['enrichment', 'enrichment[0].secrets'],
] as const)('a doubt of a %s names each place, and what to do', (name, secrets) => {
  const given = { ...side, url: `${side.url}&token=t1`, variables: [{ key: 'secret', value: 's' }] }
  const { warnings } = checkSection(name, name === 'enrichment' ? [{ id: 'e', ...given }] : given)
  const at = name === 'enrichment' ? '/enrichment/0' : `/${name}`
  const doubt = (key: string, more = '') =>
    `"${key}"looks like a secret. Anyone who can open this connector can read it. ${more}Store it as a secret in the builder, or move it to ${secrets}`
  expect(warnings.filter(({ message }) => message.includes('looks like a secret'))).toEqual([
    { path: `${at}/url`, message: doubt('token') },
    { path: `${at}/headers/1/value`, message: doubt('X-Shopify-Access-Token') },
    { path: `${at}/queries/0/value`, message: doubt('api_key') },
    { path: `${at}/variables/0/value`, message: doubt('secret', 'Use it in a header or query parameter. ') },
  ])
})

describe('stored as a secret', () => {
  const after = changedSide(side, storedAsSecret(side, 'headers', 1))

  it('a row moves, and one of the same name is replaced', () => {
    expect(after).toMatchObject({
      headers: [{ key: 'Accept' }],
      secrets: [{ in: 'header', name: 'X-Shopify-Access-Token', value: shopify }],
    })
    const again = { ...after, headers: [{ key: 'x-shopify-access-token', value: 'other' }] }
    expect(changedSide(again, storedAsSecret(again, 'headers', 0)).secrets).toEqual([
      { in: 'header', name: 'x-shopify-access-token', value: 'other' },
    ])
    expect(changedSide(side, storedAsSecret(side, 'queries', 0)).secrets).toEqual([{ in: 'query', name: 'api_key', value: 'k1' }])
  })

  it('a parameter of the address moves, and the others stay', () => {
    const given = { ...side, url: 'https://shop.example.com/{{shop}}?api_key=a%2Bb&limit=5' }
    const moved = changedSide(given, urlStoredAsSecrets(given, ['api_key']))
    expect(moved.url).toBe('https://shop.example.com/{{shop}}?limit=5')
    expect(moved.secrets).toEqual([{ in: 'query', name: 'api_key', value: 'a+b' }])
  })

  it('a variable moves with the headers and parameters that it is used in', () => {
    const given = {
      ...side,
      headers: [
        { key: 'Authorization-Key', value: 'Token {{token}}' },
        { key: 'Accept', value: '*/*' },
      ],
      queries: [{ key: 'k', urlKey: 'key', value: '{{token}}' }],
      variables: [
        { key: 'token', value: '$& plain' },
        { key: 'shop', value: 'a' },
      ],
    }
    expect(changedSide(given, variableStoredAsSecrets(given, 0) ?? {})).toMatchObject({
      headers: [{ key: 'Accept' }],
      queries: [],
      variables: [{ key: 'shop' }],
      secrets: [
        { in: 'header', name: 'Authorization-Key', value: 'Token $& plain' },
        { in: 'query', name: 'key', value: '$& plain' },
      ],
    })
    const elsewhere: Partial<typeof given>[] = [
      { url: 'https://shop.example.com/{{token}}/orders' },
      { url: 'https://shop.example.com/orders?a=%7B%7Btoken%7D%7D' },
      { headers: [], queries: [] },
      { headers: [{ key: 'X', value: '{{token}} {{shop}}' }] },
    ]
    for (const change of elsewhere) expect(variableStoredAsSecrets({ ...given, ...change }, 0)).toBeUndefined()
    expect(variableStoredAsSecrets({ ...given, body: { rawContent: '{"t": "{{token}}"}' } }, 0)).toBeUndefined()
    const full = Array.from({ length: secretsMax }, (_, at) => ({ in: 'query' as const, name: `k${at}`, value: 'v' }))
    expect(variableStoredAsSecrets({ ...given, secrets: full }, 0)).toBeUndefined()
  })

  const mark = { set: true, last4: '2c3d' } as const
  const saved = { ...after, secrets: [{ in: 'header', name: 'X-Key', value: mark }] } as const satisfies ConnectorConfig['source']

  it('a saved one is gone with the origin of the address, and what was typed stays', () => {
    const both = { ...saved, secrets: [...saved.secrets, { in: 'query' as const, name: 'k', value: 'typed' }] }
    expect(changedSide(both, { url: 'https://shop.example.com/other' }).secrets).toEqual(both.secrets)
    expect(changedSide(both, { url: 'https://evil.example.com/' }).secrets?.map(({ value }) => value)).toEqual(['', 'typed'])
  })

  it('one without a value, without a name or twice is wrong', () => {
    const secrets = [
      { in: 'header' as const, name: 'X-Key', value: '' },
      { in: 'header' as const, name: 'x-key', value: 'v' },
      { in: 'header' as const, name: 'a b', value: 'v' },
      { in: 'header' as const, name: 'Host', value: 'v' },
    ]
    expect(faultsOf('source', { ...side, secrets })).toEqual({
      '/secrets/0/value': 'secretNeeded',
      '/secrets/1/name': 'sameSecret',
      '/secrets/2/name': 'headerName',
      '/secrets/3/name': 'ownHeader',
    })
  })

  it('leaves the page in a save only', () => {
    const config = {
      name: 'n',
      trigger: { type: 'manual' },
      source: after,
      destination: saved,
      dataMapping: [],
      enrichment: [{ id: 'e', ...after }],
    } as const
    const draft = { config } as unknown as Parameters<typeof withoutSecrets>[0]
    const bare = withoutSecrets(draft)
    expect(JSON.stringify(bare)).not.toContain(shopify)
    expect(bare.config.destination.secrets).toEqual(saved.secrets)
    const blank = withoutSecrets({
      ...draft,
      config: { ...draft.config, destination: { ...saved, secrets: [{ ...saved.secrets[0], value: '' }] } },
    })
    expect(withSecretsOf(blank, draft).config.destination.secrets).toEqual(saved.secrets)
    expect(withoutSecretTexts(JSON.stringify(config.source)).text).not.toContain(shopify)
  })
})

it('a curl command fills several secrets', () => {
  const command = `curl 'https://api.example.com/v1/items?api_key=k1&limit=5' -H 'DD-API-KEY: a' -H 'DD-APPLICATION-KEY: b' -H 'Accept: text/plain' -H 'X-Lab: ${gitlab}'`
  const read = readCurl(command, 'source')
  if ('fault' in read) throw new Error(read.fault)
  expect(read.change.auth).toEqual({ type: 'none' })
  expect(read.change.secrets).toEqual([
    { in: 'header', name: 'DD-API-KEY', value: 'a' },
    { in: 'header', name: 'DD-APPLICATION-KEY', value: 'b' },
    { in: 'header', name: 'X-Lab', value: gitlab },
    { in: 'query', name: 'api_key', value: 'k1' },
  ])
  expect(JSON.stringify([read.change.headers, read.change.queries])).not.toMatch(/k1|glpat|DD-/)
})

it('an OpenAPI document makes secrets of the keys that an operation wants at once, and of parameters that are named like one', () => {
  const key = (name: string) => ({ type: 'apiKey', in: 'header', name })
  const document = openApiOf({
    openapi: '3.1.0',
    servers: [{ url: 'https://api.example.com' }],
    security: [{ api: [], app: [] }],
    paths: {
      '/items': {
        get: {
          parameters: [
            { name: 'X-Shopify-Access-Token', in: 'header', required: true, example: 'shpat_x' },
            { name: 'access_token', in: 'query' },
            { name: 'limit', in: 'query', required: true, example: 5 },
          ],
        },
      },
    },
    components: { securitySchemes: { api: key('DD-API-KEY'), app: key('DD-APPLICATION-KEY') } },
  })
  if ('fault' in document) throw new Error(document.fault)
  const [operation] = document.operations
  if (operation === undefined) throw new Error('There is no operation.')
  const { change } = choose(document, operation, { side: 'source', auth: undefined, base: null })
  expect(change.auth).toEqual({ type: 'apiKey', in: 'header', name: 'DD-API-KEY', value: '' })
  expect(change.secrets).toEqual([
    { in: 'header', name: 'DD-APPLICATION-KEY', value: '' },
    { in: 'header', name: 'X-Shopify-Access-Token', value: '' },
  ])
  expect(change.headers).toEqual([])
  expect(change.queries).toEqual([{ key: 'limit', value: '5', active: true }])
})
