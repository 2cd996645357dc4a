import { describe, expect, it } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { choose, readOpenApi } from '#src/machines/builder/systems/openapi.ts'
import { parseText } from '#src/services/kit/document.service.ts'
import { answering, chosen, opened, order } from './openapi-documents.ts'

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
    ['{', 'unreadable'],
    ['a: [1', 'unreadable'],
    ['[]', 'noOpenApi'],
    ['<html></html>', 'noOpenApi'],
    ['{"openapi":"9.0"}', 'noOpenApi'],
    ['openapi: 30.1', 'noOpenApi'],
    ['{"openapi":"3.1.0"}', 'noOperations'],
    ['openapi: 3.0.0\ninfo:\n  title: x', 'noOperations'],
    ['{"openapi":"3.1.0","paths":{"/a":{"get":null,"x":{}}}}', 'noOperations'],
    ['x'.repeat(20_000_001), 'tooLarge'],
  ])('is told to be none: %#', async (text, fault) => {
    expect(await readOpenApi(text, parseText)).toMatchObject({ fault })
  })

  it('is not called unreadable when its reader cannot be loaded', async () => {
    const parse = () => Promise.reject(refusal('net/unreachable'))
    await expect(readOpenApi('openapi: 3.1.0', parse)).rejects.toMatchObject({ problem: { code: 'net/unreachable' } })
  })

  it('says where it cannot be read', async () => {
    expect(await readOpenApi('openapi: 3.0.0\npaths: [1', parseText)).toEqual({
      ...{
        fault: 'unreadable',
        reason: expect.stringMatching(/^unexpected end of the stream within a flow collection \(\d+:\d+\)$/),
      },
    })
  })

  it('says the same as YAML and as JSON, with numbers for versions and statuses, anchors and names that are no property', async () => {
    const yaml = `
swagger: 2.0
info: { title: Shop, version: 2020-01-01 }
host: shop.example.test
definitions:
  Id: &id { type: integer, description: Its number }
  Order:
    type: object
    required: [id]
    properties:
      id: *id
      since: { type: string, format: date-time, example: 2020-01-01 }
      __proto__: { type: string }
paths:
  /orders:
    get:
      responses:
        200: { schema: { $ref: '#/definitions/Order' } }
`
    const read = await readOpenApi(yaml, parseText)
    if (!('document' in read)) throw new Error(read.fault)
    const [operation] = read.operations
    if (operation === undefined) throw new Error('no operation')
    const { change, fields } = choose(read, operation, { side: 'source', auth: undefined, base: null })
    expect([read.title, change.url]).toEqual(['Shop', 'https://shop.example.test/orders'])
    expect(fields.slice(0, 2)).toEqual([
      { path: 'id', types: ['integer'], isRequired: true, description: 'Its number' },
      { path: 'since', types: ['date'], isRequired: false },
    ])
    expect(Object.prototype).not.toHaveProperty('type')
  })

  it('is not blown up by a few lines that name each other', async () => {
    const lines = [...'bcdefghijklmnopqrstuvwxyz'].map(
      (name, at, all) => `${name}: &${name} [${Array(9).fill(`*${all[at - 1] ?? 'a'}`)}]`,
    )
    expect(await readOpenApi(`openapi: 3.0.0\na: &a [x]\n${lines.join('\n')}`, parseText)).toMatchObject({
      fault: 'noOperations',
    })
    expect(await readOpenApi(`openapi: 3.0.0\npaths: ${'['.repeat(100_000)}`, parseText)).toMatchObject({ fault: 'unreadable' })
  })
})
