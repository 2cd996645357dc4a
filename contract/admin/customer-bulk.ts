/** One action on every company that a filter finds: who they are, and what each is called with. */
import Type, { type Static } from 'typebox'

import { ProductTier } from '../auth/registration.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, oneOf, visibleText } from '../kit/schemas.ts'
import { companyStates } from './company.lifecycle.ts'
import { customerLimits } from './customer-limits.ts'
import { CustomerDetails } from './customers.ts'

const operator = ['SUPER_ADMIN'] as const

export const MatchingCustomers = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      plan: ProductTier,
      status: oneOf(...companyStates),
      /** Of an operator: it is not suspended, and has no limits. */
      isOperator: Type.Boolean(),
    }),
  ),
  /** On all pages: more than `data` where more were found than one action takes. */
  total: Count,
})
export type MatchingCustomers = Static<typeof MatchingCustomers>

export const customerBulkEndpoints = {
  matching: endpoint({
    method: 'GET',
    path: '/api/admin/matching-customers',
    summary: 'List the companies that match a filter, for a bulk action',
    access: operator,
    scope: 'session',
    query: closed({
      search: Type.Optional(Type.String({ maxLength: customerLimits.searchMax })),
      status: Type.Optional(oneOf(...companyStates)),
    }),
    status: 200,
    reply: MatchingCustomers,
  }),
  plan: endpoint({
    method: 'PUT',
    path: '/api/admin/customers/:id/plan',
    summary: 'Change the plan of a company. The plan must fit what the company uses',
    access: operator,
    scope: 'session',
    audit: 'billing.planChanged',
    params: closed({ id: Id }),
    body: closed({ plan: ProductTier, reason: visibleText(customerLimits.reasonMax) }),
    status: 200,
    reply: CustomerDetails,
  }),
  offer: endpoint({
    method: 'PUT',
    path: '/api/admin/library/:id/companies/:companyId',
    summary: 'Offer a published connector to one more company',
    access: operator,
    scope: 'session',
    audit: 'template.offered',
    params: closed({ id: Id, companyId: Id }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
