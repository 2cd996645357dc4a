/** Documents in the shapes that vendors publish, each with the list and the paging that it means. */
import { describe, expect, it } from 'vitest'

import { openApiOf } from '#src/machines/builder/systems/openapi.ts'
import { chosen, type Json } from './openapi-documents.ts'

const thing = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }
const things = { type: 'array', items: thing }
const text = { type: 'string' }
const object = (properties: Json) => ({ type: 'object', properties })

type Shape = { readonly path: string; readonly schema: Json; readonly queries?: readonly string[]; readonly headers?: Json }

const document = ({ path, schema, queries = [], headers }: Shape) => ({
  openapi: '3.1.0',
  info: { title: 'x' },
  servers: [{ url: 'https://api.example.test' }],
  paths: {
    [path]: {
      get: {
        parameters: queries.map((name) => ({ name, in: 'query', schema: text })),
        responses: { 200: { ...(headers ? { headers } : {}), content: { 'application/json': { schema } } } },
      },
    },
  },
})

const paging = (shape: Shape) => {
  const { list, fields } = chosen(document(shape))
  const { paginationConfig, type, iterationPath } = list?.config ?? {}
  const { responsePathToItems: items, ...rest } = paginationConfig ?? {}
  return { path: list?.path, kind: list?.paging, type, items: items ?? iterationPath, fields: fields.map((it) => it.path), rest }
}

describe('the list and the paging that a document describes', () => {
  it.each<[string, Shape, string, string | null, Json]>([
    [
      'Stripe',
      {
        path: '/v1/customers',
        schema: object({ object: text, data: things, has_more: { type: 'boolean' }, url: text }),
        queries: ['limit', 'starting_after', 'email'],
      },
      'data',
      'lastId',
      { cursorParam: 'starting_after', responsePathToHasMore: 'has_more', limitParam: 'limit' },
    ],
    [
      'HubSpot',
      {
        path: '/crm/v3/objects/contacts',
        schema: object({ results: things, paging: object({ next: object({ after: text, link: text }) }) }),
        queries: ['limit', 'after', 'archived'],
      },
      'results',
      'cursor',
      { cursorParam: 'after', responsePathToNextCursor: 'paging.next.after', limitParam: 'limit' },
    ],
    [
      'GitHub',
      {
        path: '/repos/{owner}/{repo}/issues',
        schema: things,
        queries: ['per_page', 'page'],
        headers: { Link: { schema: text } },
      },
      '',
      'linkHeader',
      { limitParam: 'per_page' },
    ],
    [
      'OData',
      {
        path: '/v1.0/users',
        schema: object({ value: things, '@odata.nextLink': text, '@odata.count': { type: 'integer' } }),
        queries: ['$top', '$skip'],
      },
      'value',
      'nextUrl',
      { responsePathToNextCursor: '["@odata.nextLink"]' },
    ],
    [
      'Zendesk',
      {
        path: '/api/v2/tickets.json',
        schema: object({
          tickets: things,
          meta: object({ after_cursor: text, has_more: { type: 'boolean' } }),
          links: object({ next: text }),
        }),
        queries: ['page[size]', 'page[after]'],
      },
      'tickets',
      'cursor',
      { cursorParam: 'page[after]', responsePathToNextCursor: 'meta.after_cursor', responsePathToHasMore: 'meta.has_more' },
    ],
    [
      'Spring',
      {
        path: '/orders',
        schema: object({ content: things, totalElements: { type: 'integer' }, number: { type: 'integer' } }),
        queries: ['page', 'size', 'sort'],
      },
      'content',
      'page',
      { pageParam: 'page', limitParam: 'size', responsePathToTotal: 'totalElements' },
    ],
    [
      'Jira',
      {
        path: '/rest/api/3/project/search',
        schema: object({
          values: things,
          startAt: { type: 'integer' },
          maxResults: { type: 'integer' },
          total: { type: 'integer' },
        }),
        queries: ['startAt', 'maxResults'],
      },
      'values',
      'offset',
      { offsetParam: 'startAt', limitParam: 'maxResults', responsePathToTotal: 'total' },
    ],
    ['a list without paging', { path: '/things', schema: object({ items: things }) }, 'items', null, {}],
  ])('%s', (_, shape, path, kind, rest) => {
    const found = paging(shape)
    expect(found).toMatchObject({ path, kind, items: path, rest, fields: ['id', 'name'] })
    expect(found.type).toBe(kind === null ? 'simple' : 'pagination')
  })

  it.each<[string, Shape]>([
    ['one thing with a list in it', { path: '/orders/{id}', schema: object({ id: text, items: things }) }],
    ['a list under a name that says nothing', { path: '/orders/open', schema: object({ id: text, lines: things }) }],
    ['a list of texts', { path: '/tags', schema: object({ data: { type: 'array', items: text } }) }],
  ])('is none for %s', (_, shape) => {
    expect(chosen(document(shape)).list).toBeNull()
  })
})

describe('a document whose parts are in other files', () => {
  it('names the reference that is not read', () => {
    const { notes } = chosen({
      ...document({ path: '/a', schema: {} }),
      paths: {
        '/a': { get: { parameters: [{ $ref: './limit.yaml' }], responses: { 200: { $ref: 'responses.yaml#/Orders' } } } },
      },
    })
    expect(notes.filter(({ note }) => note === 'foreignRef').map(({ at }) => at)).toEqual([
      './limit.yaml',
      'responses.yaml#/Orders',
    ])
  })

  it('says so where every operation is elsewhere', () => {
    expect(openApiOf({ openapi: '3.0.0', paths: { '/a': { $ref: './a.yaml' } } })).toEqual({ fault: 'otherFiles' })
  })
})
