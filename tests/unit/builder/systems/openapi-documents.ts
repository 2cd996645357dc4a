/** Documents that the tests of OpenAPI read. */
import { type Chosen, choose, type OpenApi, openApiOf } from '#src/machines/builder/systems/openapi.ts'
import type { SideName } from '#src/machines/builder/systems/side-config.ts'

export type Json = Record<string, unknown>

export function opened(document: unknown): OpenApi {
  const it = openApiOf(JSON.parse(JSON.stringify(document)))
  if ('fault' in it) throw new Error(it.fault)
  return it
}

export function chosen(document: unknown, side: SideName = 'source', base: string | null = null): Chosen {
  const it = opened(document)
  const [operation] = it.operations
  if (operation === undefined) throw new Error('no operation')
  return choose(it, operation, { side, auth: undefined, base })
}

/** A document with one operation that answers a schema. */
export const answering = (schema: unknown, schemas: Json = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Shop' },
  servers: [{ url: 'https://{region}.example.test/v1/', variables: { region: { default: 'eu' } } }],
  paths: { '/orders': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  components: { schemas },
})
export const fieldsIn = (schema: unknown, schemas: Json = {}) => chosen(answering(schema, schemas))

export const order = {
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
