/** GraphQL: one address for reads and, as server-sent events, for what changes. */
import { Optional, Record, Object as Shape, type Static, String as Text, Unknown } from 'typebox'

import { endpoint, everyRole } from './endpoint.ts'
import { closed } from './schemas.ts'

/** Characters of a document that is sent as text. */
const documentMax = 20_000

export const GraphQuestion = closed({
  /** `sha256:` and the hash of a document of the console, in hex. */
  documentId: Optional(Text({ pattern: '^sha256:[0-9a-f]{64}$' })),
  query: Optional(Text({ minLength: 1, maxLength: documentMax })),
  operationName: Optional(Text({ minLength: 1, maxLength: 128 })),
  variables: Optional(Record(Text({ maxLength: 128 }), Unknown())),
})
export type GraphQuestion = Static<typeof GraphQuestion>

export const graphEndpoints = {
  ask: endpoint({
    method: 'POST',
    path: '/graphql',
    summary: 'GraphQL: reads as JSON; subscriptions as server-sent events for whoever accepts text/event-stream',
    access: everyRole,
    body: GraphQuestion,
    status: 200,
    reply: Shape({ data: Optional(Unknown()), errors: Optional(Unknown()) }),
    idempotent: false,
  }),
} as const
