/** What a destination URL cannot hold yet: a value of each record, whether it is written as a name or as a variable. */
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkSection, checkSections } from '#contract/connectors/config/config-sections.ts'
import { literalNames, sameItemForAll } from '#contract/connectors/config/hazards/destination-address.ts'
import { readyMade } from '#server/features/library/ready-made/library.ts'
import { readCurl } from '#src/machines/builder/systems/curl.ts'
import { choose, openApiOf } from '#src/machines/builder/systems/openapi.ts'
import { faultsOf } from '#src/machines/builder/systems/side-rules.ts'

const at = (path: string) => `https://crm.example.com${path}`

describe('names in an address', () => {
  it.each([
    ['/contacts/{id}', ['{id}']],
    ['/contacts/%7Bid%7D', ['{id}']],
    ['/contacts/:id', [':id']],
    ['/contacts/:contact_id/notes', [':contact_id']],
    ['/contacts?id={id}', ['{id}']],
    ['/contacts/{id}/notes/{id}', ['{id}']],
  ])('%s would be sent as written', (path, names) => expect(literalNames(at(path))).toEqual(names))

  it.each([
    ...[':8080/contacts', '/v1/items:batchCreate', '/v1/projects/x/databases/(default)/documents:commit', '/a:b/c'],
    ...[
      '/contacts/{{id}}',
      '/contacts?at=12:30:00',
      '/urn:uuid:1',
      '/contacts/:',
      '/contacts?filter={"id":1}',
      '/%7B%7Bid%7D%7D',
    ],
  ])('%s has none', (path) => expect(literalNames(at(path))).toEqual([]))

  it('an address of version 6 has none', () => expect(literalNames('http://[2001:db8::1]:8080/in')).toEqual([]))
})

const destination = { type: 'http', url: at('/contacts/{id}'), requestMethod: 'PUT' } as const
const sentence = '{id} in the destination URL would be sent as written. Select the record field that fills it'

it('the editor and the form of a destination say so, and those of a source and an enrichment do not', () => {
  expect(checkSection('destination', destination).errors).toEqual([{ path: '/destination/url', message: sentence }])
  expect(faultsOf('destination', destination)).toMatchObject({ '/url': 'recordInAddress' })
  expect(checkSection('source', destination).errors).toEqual([])
  expect(faultsOf('enrichment', { ...destination, requestMethod: 'GET' })).toEqual({})
})

it.each([
  ['/contacts/:id', ':id in the destination URL would be sent as written. Write {id} instead, then select its field'],
  [
    '/contacts?id={id}',
    '{id} in the destination URL would be sent as written. Add a query parameter with a record value instead',
  ],
])('%s has its own advice', (path, message) =>
  expect(checkSection('destination', { ...destination, url: at(path) }).errors).toEqual([{ path: '/destination/url', message }]),
)

it('a query parameter that is nothing but a name is one too', () => {
  const queries = [
    { key: 'id', value: '{id}' },
    { key: 'off', value: '{id}', active: false },
    { key: 'filter', value: '{"id":1}' },
  ]
  const found = checkSection('destination', { ...destination, url: at('/contacts'), queries }).errors
  const message = '{id} in the query parameter "id" would be sent as written. Add a query parameter with a record value instead'
  expect(found).toEqual([{ path: '/destination/queries/0/value', message }])
})

it('the query of an enrichment is refused too, unless a parameter fills it or braces are part of a text', () => {
  const errorsOf = (url: string, more: object = {}) =>
    checkSection('enrichment', [{ type: 'http', url: at(url), requestMethod: 'GET', ...more }]).errors
  const lookup = { parameters: [{ in: 'query', name: 'email', sourcePath: 'email' }] }
  const message = '{email} in the query would be sent as written. Add a query parameter "email" with a record value instead'
  expect(errorsOf('/contacts?email={email}')).toEqual([{ path: '/enrichment/0/url', message }])
  const queries = [
    { key: 'email', value: '{email}' },
    { key: 'other', value: '{email}', active: false },
  ]
  expect(errorsOf('/contacts', { queries })).toEqual([{ path: '/enrichment/0/queries/0/value', message }])
  expect(errorsOf('/contacts?email={email}', { queries, lookup })).toEqual([])
  for (const url of ['/contacts/{id}', '/contacts?q={{email}}', '/graphql?query={shop{name}}', '/contacts?q=id:{id}'])
    expect(errorsOf(url)).toEqual([])
})

const config = (change: Partial<ConnectorConfig['destination']>, source: object = { isList: true }): ConnectorConfig => ({
  name: 'Contacts',
  trigger: { type: 'manual' },
  source: { type: 'http', url: at('/orders'), requestMethod: 'GET', ...source },
  destination: {
    ...{ ...destination, url: at('/contacts/{{id}}'), requestMethod: 'PATCH', variables: [{ key: 'id', value: '11' }] },
    ...change,
  },
  dataMapping: [],
  enrichment: [],
})

describe('a variable that names the one item to change', () => {
  it('is the same for all records', () => {
    expect(sameItemForAll(config({}))).toEqual([
      {
        path: '/destination/url',
        message:
          '{{id}} is the same for all records, so each PATCH would change the same item. Write {id} instead, then select its field',
      },
    ])
    for (const source of [{ type: 'database' }, { type: 'azure' }]) expect(sameItemForAll(config({}, source))).toHaveLength(1)
    expect(sameItemForAll({ ...config({}, {}), trigger: { type: 'webhook' } })).toHaveLength(1)
  })

  it.each([
    ['an address of a collection', config({ url: at('/accounts/{{account}}/contacts') })],
    ['a name without a value, which is an error of its own', config({ variables: [] })],
    ['a POST, which adds', config({ requestMethod: 'POST' })],
    ['one record, which is the item', config({}, { isList: false })],
    [
      'all records in one request',
      config({}, { isList: true, listConfig: { type: 'simple', outputConfig: { strategy: 'aggregate' } } }),
    ],
  ])('is right for %s', (_, fine) => expect(sameItemForAll(fine)).toEqual([]))
})

it('a path parameter of a document is a value of each record of a destination', () => {
  const parameter = { name: 'id', in: 'path', required: true, example: '11' }
  const document = openApiOf({
    openapi: '3.1.0',
    servers: [{ url: at('') }],
    paths: {
      '/contacts/{id}': { parameters: [parameter], patch: {}, get: {}, delete: {} },
      '/accounts/{id}/contacts': { post: {} },
      '/contacts': { post: {} },
    },
  })
  if ('fault' in document) throw new Error(document.fault)
  const changeOf = (side: 'source' | 'destination', id: string) => {
    const operation = document.operations.find((it) => it.id === id)
    if (operation === undefined) throw new Error(id)
    return choose(document, operation, { side, auth: undefined, base: null }).change
  }
  const parameters = [{ in: 'path', name: 'id', field: 'id' }]
  expect(changeOf('destination', 'PATCH /contacts/{id}')).toMatchObject({
    ...{ url: at('/contacts/{id}'), variables: [], operation: { do: 'update', parameters } },
  })
  expect(changeOf('destination', 'DELETE /contacts/{id}').operation).toEqual({ do: 'delete', parameters })
  expect(changeOf('destination', 'POST /accounts/{id}/contacts').operation).toEqual({ do: 'each', parameters })
  expect(changeOf('destination', 'POST /contacts').operation).toBeUndefined()
  expect(changeOf('source', 'GET /contacts/{id}')).toMatchObject({ url: at('/contacts/{{id}}'), variables: [{ key: 'id' }] })
  expect('operation' in changeOf('source', 'GET /contacts/{id}')).toBe(false)
})

it('names in braces of a command are values of each record of a destination', () => {
  const command = `curl -X PUT '${at('/contacts/{id}?region={region}&v=2')}' -H 'If-Match: {etag}' -H 'X-Fixed: 1' -d '{"a":1}'`
  const read = readCurl(command, 'destination')
  if ('fault' in read) throw new Error(read.fault)
  expect(read.change).toMatchObject({
    url: at('/contacts/{id}'),
    queries: [{ key: 'v', value: '2' }],
    headers: [{ key: 'X-Fixed', value: '1' }],
    operation: {
      do: 'update',
      parameters: [
        { in: 'path', name: 'id', field: 'id' },
        { in: 'query', name: 'region', field: 'region' },
        { in: 'header', name: 'If-Match', field: 'etag' },
      ],
    },
  })
})

it('a form of a command or a document is a form of the destination', () => {
  const read = readCurl(`curl ${at('/v1/customers')} -d 'email=a@b.test' -d 'items[0][price]=5' -d 'tags[]=x'`, 'destination')
  if ('fault' in read) throw new Error(read.fault)
  expect(read.change.operation).toEqual({ do: 'each', parameters: [], bodyFormat: 'form' })
  expect(JSON.parse(read.example ?? '')).toEqual({ email: 'a@b.test', items: [{ price: '5' }], tags: ['x'] })
  const json = readCurl(`curl ${at('/v1/customers')} -d '{"a":"b=c"}'`, 'destination')
  expect('fault' in json ? null : json.change.operation).toBeUndefined()

  const schema = { type: 'object', properties: { email: { type: 'string' } } }
  const document = openApiOf({
    openapi: '3.1.0',
    servers: [{ url: at('') }],
    paths: { '/v1/customers': { post: { requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } } } },
  })
  if ('fault' in document || document.operations[0] === undefined) throw new Error('no document')
  const { change, fields } = choose(document, document.operations[0], { side: 'destination', auth: undefined, base: null })
  expect(change.operation).toEqual({ do: 'each', parameters: [], bodyFormat: 'form' })
  expect(fields.map(({ path }) => path)).toEqual(['email'])
})

it('no template that comes with the product has one', () => {
  for (const { config: made } of readyMade('http://127.0.0.1:3001')) {
    expect(checkSections(made).errors.filter(({ message }) => message.includes('sent as written'))).toEqual([])
    expect(sameItemForAll(made)).toEqual([])
  }
})
