/** What of all companies waits for a decision, as one list for the operator. Names of people whose data is to be deleted are not in it. */
import Type, { type Static } from 'typebox'

import { ProductTier } from '../auth/registration.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull } from '../kit/schemas.ts'
import { EndpointRequest } from '../settings/network/private-endpoint.ts'
import { approvalKinds, planDecisions } from './approval-limits.ts'

export const Approval = Type.Object({
  kind: oneOf(...approvalKinds),
  /** Of what is decided on; with the kind it is one of its own. */
  id: Id,
  company: Type.String(),
  /** Null where the operator is not told what it is about. */
  subject: orNull(Type.String()),
  /** Null where nobody is known, or the request was made automatically. */
  askedBy: orNull(Type.String()),
  since: Instant,
  /** Of a private endpoint: what its decision needs. */
  endpoint: orNull(EndpointRequest),
})
export type Approval = Static<typeof Approval>

export const approvalEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/approvals',
    summary: 'List what is waiting for a decision, longest waiting first',
    access: ['SUPER_ADMIN'],
    scope: 'session',
    status: 200,
    reply: Type.Object({ data: Type.Array(Approval), total: Count }),
  }),
  decidePlan: endpoint({
    method: 'POST',
    path: '/api/admin/approvals/plans/:id',
    summary: 'Approve or decline a requested plan. An approved plan starts immediately',
    access: ['SUPER_ADMIN'],
    scope: 'session',
    audit: 'billing.planChanged',
    params: closed({ id: Id }),
    body: closed({ plan: ProductTier, decision: oneOf(...planDecisions) }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
