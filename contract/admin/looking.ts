/** Looking into a company as its operator: for half an hour, with a reason, and told. It is a page of its own and no session of the company: there is nothing to write, and no payload, configuration or secret to read. */
import Type, { type Static } from 'typebox'

import { connectorStates } from '../connectors/details/connector.lifecycle.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, visibleText } from '../kit/schemas.ts'
import { customerLimits } from './customer-limits.ts'

export const Look = Type.Object({ companyId: Id, reason: Type.String(), beganAt: Instant, until: Instant })
export type Look = Static<typeof Look>

export const LookedInto = Type.Object({
  look: Look,
  /** By name; the first ones of `total`. */
  connectors: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      status: oneOf(...connectorStates),
      openAlerts: Count,
      lastRun: orNull(
        Type.Object({
          status: Type.String(),
          at: Instant,
          delivered: Count,
          failed: Count,
          /** Code of our catalogue: the words of other systems may hold what they were sent. */
          error: orNull(Type.String()),
        }),
      ),
    }),
  ),
  total: Count,
})
export type LookedInto = Static<typeof LookedInto>

const shared = {
  access: ['SUPER_ADMIN'],
  scope: 'session',
  params: closed({ id: Id }),
  path: '/api/admin/customers/:id/look',
} as const

export const lookingEndpoints = {
  begin: endpoint({
    ...shared,
    method: 'POST',
    summary: 'Open read access to a company for 30 minutes. Its administrators get an email',
    audit: 'company.lookBegan',
    body: closed({ reason: visibleText(customerLimits.reasonMax) }),
    status: 201,
    reply: Look,
  }),
  read: endpoint({
    ...shared,
    method: 'GET',
    summary: 'List connectors and last runs of the opened company. Its audit log records this',
    status: 200,
    reply: LookedInto,
  }),
  end: endpoint({
    ...shared,
    method: 'DELETE',
    summary: 'End read access to a company',
    audit: 'company.lookEnded',
    status: 200,
    reply: Type.Object({ success: Type.Boolean() }),
  }),
} as const
