import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type Chosen, choose, type OpenApi, readOpenApi } from '../../../src/machines/side/openapi.ts'
import type { SideName } from '../../../src/machines/side/side-config.ts'
import { naughty } from '../../naughty.ts'

type Json = Record<string, unknown>

function opened(document: unknown): OpenApi {
  const it = readOpenApi(JSON.stringify(document))
  if ('fault' in it) throw new Error(it.fault)
  return it
}

function chosen(document: unknown, side: SideName = 'source', base: string | null = null): Chosen {
  const it = opened(document)
  const [operation] = it.operations
  if (operation === undefined) throw new Error('no operation')
  return choose(it, operation, { side, auth: undefined, base })
}

/** A document with one operation that answers a schema. */
const answering = (schema: unknown, schemas: Json = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Shop' },
  servers: [{ url: 'https://{region}.example.test/v1/', variables: { region: { default: 'eu' } } }],
  paths: { '/orders': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  components: { schemas },
})
const fieldsIn = (schema: unknown, schemas: Json = {}) => chosen(answering(schema, schemas))

const order = {
  type: 'object',
  required: ['id', 'customer'],
  properties: {
    id: { type: 'integer', description: 'Its number' },
    placedAt: { type: 'string', format: 'date-time' },
    customer: {
      type: 'object',
      required: ['email'],
      properties: { email: { type: 'string' }, age: { type: ['integer', 'null'] } },
    },
    lines: { type: 'array', items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } } },
    tags: { type: 'array', items: { type: 'string' } },
    'odd.name': { type: 'boolean' },
  },
}

describe('an OpenAPI document', () => {
  it('fills the form of a source', () => {
    const document = {
      ...answering({ $ref: '#/components/schemas/Order' }, { Order: order }),
      security: [{ key: [] }],
      paths: {
        '/shops/{shop}/orders': {
          parameters: [{ name: 'shop', in: 'path', required: true, schema: { type: 'string' }, example: 'north' }],
          get: {
            summary: 'List orders',
            parameters: [
              { $ref: '#/components/parameters/Limit' },
              { name: 'since', in: 'query', description: 'Only newer ones' },
              { name: 'X-Shop', in: 'header', required: true },
              { name: 'Accept', in: 'header' },
              { name: 'sid', in: 'cookie' },
            ],
            responses: { 404: {}, 200: { $ref: '#/components/responses/Orders' } },
          },
        },
      },
      components: {
        schemas: { Order: order },
        parameters: { Limit: { name: 'limit', in: 'query', required: true, schema: { type: 'integer', default: 50 } } },
        responses: {
          Orders: { content: { 'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/Order' } } } },
        },
        securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
      },
    }
    const it = opened(document)
    expect(it.operations).toEqual([
      { id: 'GET /shops/{shop}/orders', method: 'GET', path: '/shops/{shop}/orders', summary: 'List orders' },
    ])
    const { change, fields, notes } = chosen(document)
    expect(change).toEqual({
      type: 'http',
      url: 'https://eu.example.test/v1/shops/{{shop}}/orders',
      requestMethod: 'GET',
      queries: [
        { key: 'limit', value: '50', active: true },
        { key: 'since', value: '', active: false, description: 'Only newer ones' },
      ],
      headers: [{ key: 'X-Shop', value: '', active: true }],
      variables: [{ key: 'shop', value: 'north', active: true }],
      auth: { type: 'apiKey', in: 'query', name: 'api_key', value: '' },
    })
    expect(fields).toEqual([
      { path: 'id', types: ['integer'], isRequired: true, description: 'Its number' },
      { path: 'placedAt', types: ['date'], isRequired: false },
      { path: 'customer', types: ['object'], isRequired: true },
      { path: 'customer.email', types: ['string'], isRequired: true },
      { path: 'customer.age', types: ['integer'], isRequired: false },
      { path: 'lines', types: ['array'], isRequired: false },
      { path: 'lines[*].sku', types: ['string'], isRequired: false },
      { path: 'tags', types: ['array'], isRequired: false },
      { path: 'tags[*]', types: ['string'], isRequired: false },
      { path: '["odd.name"]', types: ['boolean'], isRequired: false },
    ])
    expect(notes).toEqual([{ note: 'unsentParameter', at: 'sid' }])
  })

  it('describes a destination by the body that it takes', () => {
    const document = answering({ type: 'string' })
    const operation = { requestBody: { content: { 'application/json': { schema: order } } }, responses: {} }
    const { change, fields } = chosen({ ...document, paths: { '/orders': { post: operation } } }, 'destination')
    expect(change.requestMethod).toBe('POST')
    expect(fields.filter(({ isRequired }) => isRequired).map(({ path }) => path)).toEqual(['id', 'customer', 'customer.email'])
  })

  it('is read in its second version, too', () => {
    const document = {
      swagger: '2.0',
      host: 'api.example.test',
      basePath: '/v2',
      schemes: ['http', 'https'],
      securityDefinitions: {
        o: { type: 'oauth2', flow: 'application', tokenUrl: 'https://id.example.test/token', scopes: { read: '' } },
      },
      security: [{ o: ['read'] }],
      paths: { '/orders': { post: { parameters: [{ in: 'body', name: 'order', schema: order }], responses: {} } } },
    }
    const { change, fields } = chosen(document, 'destination')
    expect(change.url).toBe('https://api.example.test/v2/orders')
    expect(change.auth).toMatchObject({
      type: 'oauth2ClientCredentials',
      tokenUrl: 'https://id.example.test/token',
      scope: 'read',
    })
    expect(fields.length).toBe(10)
  })

  it('keeps a secret whose way in stays the same', () => {
    const document = { ...answering(order), security: [{ t: [] }] }
    const schemes = { securitySchemes: { t: { type: 'http', scheme: 'bearer' } } }
    const it = opened({ ...document, components: schemes })
    const [operation] = it.operations
    if (!operation) throw new Error('no operation')
    const auth = { type: 'bearer', token: { set: true, last4: '1234' } } as const
    expect(choose(it, operation, { side: 'source', auth, base: null }).change).not.toHaveProperty('auth')
    expect(choose(it, operation, { side: 'source', auth: undefined, base: null }).change.auth).toEqual({
      type: 'bearer',
      token: '',
    })
  })

  it('takes an address without a host from where it was fetched, else says that it is missing', () => {
    const document = { ...answering(order), servers: [{ url: '/api' }] }
    expect(chosen(document, 'source', 'https://shop.example.test/docs/openapi.json').change.url).toBe(
      'https://shop.example.test/api/orders',
    )
    expect(chosen(document).notes).toContainEqual({ note: 'noServer', at: '/api' })
  })

  it.each([
    ['', 'empty'],
    ['{', 'notJson'],
    ['openapi: 3.0.0\ninfo:\n  title: x', 'yaml'],
    ['[]', 'noOpenApi'],
    ['{"openapi":"9.0"}', 'noOpenApi'],
    ['{"openapi":"3.1.0"}', 'noOperations'],
    ['{"openapi":"3.1.0","paths":{"/a":{"get":null,"x":{}}}}', 'noOperations'],
    ['x'.repeat(20_000_001), 'tooLarge'],
  ])('is told to be none: %#', (text, fault) => {
    expect(readOpenApi(text)).toEqual({ fault })
  })
})

describe('a schema', () => {
  it('that holds itself ends, and says where', () => {
    const node = {
      type: 'object',
      required: ['next'],
      properties: { id: { type: 'integer' }, next: { $ref: '#/components/schemas/Node' } },
    }
    const { fields, notes } = fieldsIn({ $ref: '#/components/schemas/Node' }, { Node: node })
    expect(fields.map(({ path }) => path)).toEqual(['id', 'next'])
    expect(notes).toEqual([{ note: 'circular', at: 'next' }])
  })

  it.each([
    ['itself', { A: { $ref: '#/components/schemas/A' } }],
    ['another that leads back', { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }],
    ['itself as a part', { A: { allOf: [{ $ref: '#/components/schemas/A' }] } }],
    ['itself as a choice of items', { A: { type: 'array', items: { oneOf: [{ $ref: '#/components/schemas/A' }] } } }],
  ])('that is nothing but %s ends', (_, schemas) => {
    const { notes } = fieldsIn({ $ref: '#/components/schemas/A' }, schemas)
    expect(notes.map(({ note }) => note)).toContain('circular')
  })

  it('that is deep ends, and says where', () => {
    const deep = Array.from({ length: 30 }).reduce<Json>((inner) => ({ type: 'object', properties: { a: inner } }), {
      type: 'string',
    })
    const { fields, notes } = fieldsIn(deep)
    expect(fields).toHaveLength(8)
    expect(notes).toEqual([{ note: 'tooDeep', at: 'a.a.a.a.a.a.a.a' }])
  })

  it('that names billions in a few lines ends in time', () => {
    const names = Array.from({ length: 40 }, (_, at) => `S${at}`)
    const doubled = names.map((name, at) => [name, { allOf: [1, 2].map(() => ({ $ref: `#/components/schemas/S${at + 1}` })) }])
    const begun = performance.now()
    const { notes } = fieldsIn({ $ref: '#/components/schemas/S0' }, Object.fromEntries(doubled))
    expect(notes).toContainEqual({ note: 'tooMany', at: '' })
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  it('follows no reference out of the document', () => {
    const properties = { a: { $ref: 'https://evil.example.test/x.json' }, b: { $ref: '#/nowhere' }, c: { $ref: '#/__proto__/x' } }
    const { fields, notes } = fieldsIn({ type: 'object', properties })
    expect(fields.map(({ path, types }) => [path, types])).toEqual([
      ['a', ['any']],
      ['b', ['any']],
      ['c', ['any']],
    ])
    expect(notes.map(({ note }) => note)).toEqual(['foreignRef', 'deadRef', 'deadRef'])
  })

  it('joins its parts, and is not sure of what may be one thing or another', () => {
    const base = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
    const choice = (name: string) => ({ type: 'object', required: [name], properties: { [name]: { type: 'string' } } })
    const { fields } = fieldsIn(
      { allOf: [{ $ref: '#/components/schemas/Base' }, { oneOf: [choice('a'), choice('b')] }] },
      { Base: base },
    )
    expect(fields.map(({ path, isRequired }) => [path, isRequired])).toEqual([
      ['id', true],
      ['a', false],
      ['b', false],
    ])
  })

  it('of a list describes one of its items', () => {
    const { fields, notes } = fieldsIn({ type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } })
    expect(fields.map(({ path }) => path)).toEqual(['id'])
    expect(notes).toEqual([{ note: 'rootList', at: '' }])
  })

  it('of 5 MB is read in time, and no more of it is kept than a draft holds', () => {
    const description = 'x'.repeat(1_000)
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`field${at}`, { type: 'string', description }]),
    )
    const text = JSON.stringify(answering({ type: 'object', properties }))
    expect(text.length).toBeGreaterThan(5_000_000)
    const begun = performance.now()
    const { fields, notes } = chosen(JSON.parse(text))
    expect(fields).toHaveLength(2_000)
    expect(notes).toEqual([{ note: 'tooMany', at: '' }])
    expect(performance.now() - begun).toBeLessThan(3_000)
  })

  it('takes hostile names and texts as text', () => {
    const properties = JSON.parse(
      `{${naughty.map((text) => `${JSON.stringify(text)}:{"type":"string","description":${JSON.stringify(text)}}`).join(',')}}`,
    ) as Json
    const { fields } = fieldsIn({ type: 'object', properties })
    expect(fields.length).toBeGreaterThan(400)
    expect(fields.every(({ path }) => path.length <= 256)).toBe(true)
    expect(fields.some(({ path }) => /^(__proto__|constructor|prototype)$/.test(path))).toBe(false)
    expect(({} as Json)['type']).toBeUndefined()
  })

  it('may be anything at all without an error', () => {
    const key = fc.constantFrom('type', 'properties', 'items', 'allOf', 'oneOf', 'required', '$ref', 'a', '__proto__')
    const leaf = fc.oneof(fc.constant('#/components/schemas/A'), fc.constant('object'), fc.jsonValue())
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc.array(tie('schema'), { maxLength: 4 }),
        fc.dictionary(key, tie('schema'), { maxKeys: 5 }),
      ),
    }))
    fc.assert(
      fc.property(schema, schema, (one, other) => {
        const { fields } = fieldsIn(one, { A: other })
        expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length)
      }),
    )
  })
})
