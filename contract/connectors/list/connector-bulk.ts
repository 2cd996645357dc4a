/** Many connectors paused or resumed with one call. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id, oneOf, orNull, ProblemShape } from '../../kit/schemas.ts'
import { ConnectorStatus } from '../details/connector.ts'

/** Connectors that one call moves at most. */
export const bulkMax = 500

export const bulkActions = ['pause', 'resume'] as const
export type BulkAction = (typeof bulkActions)[number]

/** What became of one of them. */
export const BulkOutcome = Type.Object({
  id: Id,
  /** `unchanged` when it stood there already. */
  outcome: oneOf('done', 'unchanged', 'refused'),
  /** Where it stands now; null when there is no such connector for the caller. */
  status: orNull(ConnectorStatus),
  /** Why it was refused. */
  problem: Type.Optional(ProblemShape),
})
export type BulkOutcome = Static<typeof BulkOutcome>

export const connectorBulkEndpoints = {
  move: endpoint({
    method: 'POST',
    path: '/api-connectors/bulk',
    summary: "Pause or resume several connectors. A refusal of one doesn't stop the others",
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'connectors.changed',
    body: closed({
      action: oneOf(...bulkActions),
      ids: Type.Array(Id, { minItems: 1, maxItems: bulkMax }),
    }),
    status: 200,
    reply: Type.Object({ results: Type.Array(BulkOutcome) }),
  }),
} as const
