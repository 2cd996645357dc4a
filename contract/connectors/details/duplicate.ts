/** A connector copied into a draft of its own. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id } from '../../kit/schemas.ts'

export const Duplicate = Type.Object({
  connectorId: Id,
  name: Type.String(),
  /** Places of the secrets that could not be copied and have to be entered again, as JSON pointers into the configuration. */
  needs: Type.Array(Type.String()),
})
export type Duplicate = Static<typeof Duplicate>

export const duplicateEndpoints = {
  duplicate: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/duplicate',
    summary: "Copy a connector's draft to a new draft without deploying it",
    access: everyRole,
    scope: 'integrations:write',
    audit: 'connector.duplicated',
    params: closed({ id: Id }),
    status: 201,
    reply: Duplicate,
  }),
} as const
