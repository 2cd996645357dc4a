/** GraphQL: one address for reads and, as server-sent events, for what changes. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from './endpoint.ts'
import { closed } from './schemas.ts'

/** Characters of a document that is sent as text. */
const documentMax = 20_000

export const GraphQuestion = closed({
  /** `sha256:` and the hash of a document of the console, in hex. */
  documentId: Type.Optional(Type.String({ pattern: '^sha256:[0-9a-f]{64}$' })),
  query: Type.Optional(Type.String({ minLength: 1, maxLength: documentMax })),
  operationName: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  variables: Type.Optional(Type.Record(Type.String({ maxLength: 128 }), Type.Unknown())),
})
export type GraphQuestion = Static<typeof GraphQuestion>

export const graphEndpoints = {
  ask: endpoint({
    method: 'POST',
    path: '/graphql',
    summary: 'Run GraphQL queries, and subscriptions as server-sent events',
    access: everyRole,
    scope: 'integrations:read',
    audit: 'none',
    body: GraphQuestion,
    status: 200,
    reply: Type.Object({ data: Type.Optional(Type.Unknown()), errors: Type.Optional(Type.Unknown()) }),
    idempotent: false,
  }),
} as const
