/** The one builder of the GraphQL schema. An area adds its types in a file of its own; `README.md` says how. */
import SchemaBuilder from '@pothos/core'
import { GraphQLError, Kind, type ValueNode } from 'graphql'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'

/** What every resolver is given. Whoever reads something asks for it with the caller's tenant scope. A feature adds what it needs itself. */
export interface GraphContext {
  readonly caller: Caller
  readonly db: Kysely<Tables>
  /** Rejects when the caller may not read any more: for what lasts. */
  readonly check: () => Promise<void>
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
}

export const builder = new SchemaBuilder<{
  Context: GraphContext
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: true
  Scalars: {
    Id: { Input: string; Output: string }
    Instant: { Input: string; Output: string }
  }
}>({ defaultFieldNullability: false, defaultInputFieldRequiredness: true })

/** Items of a page where none is asked for, and at most. */
export const pageSize = { usual: 20, max: 100 } as const

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** With a zone, of the years that a database and a calendar agree on. */
const instant = /^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** A scalar of text that has a form; the message does not repeat what was sent. */
function formed(form: RegExp, said: string, holds: (text: string) => boolean = () => true) {
  const parse = (value: unknown): string => {
    if (typeof value === 'string' && form.test(value) && holds(value)) return value
    throw new GraphQLError(`The value is not ${said}.`)
  }
  return {
    serialize: (value: string) => value,
    parseValue: parse,
    parseLiteral: (node: ValueNode) => parse(node.kind === Kind.STRING ? node.value : null),
  }
}

builder.scalarType('Id', { description: 'A lowercase UUID.', ...formed(uuid, 'an id') })
builder.scalarType('Instant', {
  description: 'An ISO 8601 time with a zone. Responses use UTC.',
  ...formed(instant, 'an ISO 8601 time with a zone', (text) => !Number.isNaN(Date.parse(text))),
})

builder.queryType({})
