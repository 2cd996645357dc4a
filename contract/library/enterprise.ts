/** Published connectors as the operator of the installation sees them: to whom each is offered, its versions, and what was started from it. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf, visibleText } from '../kit/schemas.ts'
import { audiences, enterpriseLimits } from './enterprise-limits.ts'
import { publicationStates } from './publication.lifecycle.ts'

const entry = {
  id: Id,
  name: Type.String(),
  publisher: Type.String(),
  status: oneOf(...publicationStates),
  audience: oneOf(...audiences),
  /** Companies that it is offered to, where they are chosen. */
  offeredTo: Count,
  /** The version that is offered. */
  revision: Type.Integer({ minimum: 1 }),
  /** Connectors that were started from it and still exist, and those of an earlier version. */
  connectors: Count,
  behind: Count,
  updatedAt: Instant,
}
export const EnterpriseEntry = Type.Object(entry)
export type EnterpriseEntry = Static<typeof EnterpriseEntry>

export const EnterpriseDetails = Type.Object({
  ...entry,
  description: Type.String(),
  /** Why it was declined; null while it is not. */
  declinedReason: orNull(Type.String()),
  /** Who published or changed it last, and when. */
  submittedBy: orNull(Type.String()),
  statusSince: Instant,
  hosts: Type.Array(Type.String()),
  /** Names of the companies that it is offered to, where they are chosen. */
  companies: Type.Array(Type.String()),
  /** The newest ones first. What differs from the version before; texts are cut. */
  versions: Type.Array(
    Type.Object({
      revision: Type.Integer({ minimum: 1 }),
      createdAt: Instant,
      /** Null of the first one that is known. */
      changes: orNull(
        Type.Array(Type.Object({ path: Type.String(), before: orNull(Type.String()), after: orNull(Type.String()) })),
      ),
    }),
  ),
  /** Companies that started connectors from it. */
  uses: Type.Array(Type.Object({ company: Type.String(), connectors: Count, behind: Count })),
})
export type EnterpriseDetails = Static<typeof EnterpriseDetails>

const operator = ['SUPER_ADMIN'] as const

export const enterpriseEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/library',
    summary: 'List published connectors of all companies with their audience and usage',
    access: operator,
    scope: 'session',
    query: closed({
      search: Type.Optional(Type.String({ maxLength: 128 })),
      page: Type.Optional(PageNumber),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    status: 200,
    reply: pageOf(EnterpriseEntry),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/library/:id',
    summary: 'Get a published connector with its versions, differences and users',
    access: operator,
    scope: 'session',
    params: closed({ id: Id }),
    status: 200,
    reply: EnterpriseDetails,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/admin/library/:id/approve',
    summary: 'Approve a public connector. The companies it is offered to can then find it',
    access: operator,
    scope: 'session',
    audit: 'template.approved',
    params: closed({ id: Id }),
    body: closed({ revision: Type.Integer({ minimum: 1 }) }),
    status: 200,
    reply: EnterpriseDetails,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/admin/library/:id/decline',
    summary: 'Decline a public connector with a reason for its publisher',
    access: operator,
    scope: 'session',
    audit: 'template.declined',
    params: closed({ id: Id }),
    body: closed({ revision: Type.Integer({ minimum: 1 }), reason: visibleText(enterpriseLimits.reasonMax) }),
    status: 200,
    reply: EnterpriseDetails,
  }),
  offer: endpoint({
    method: 'PUT',
    path: '/api/admin/library/:id/audience',
    summary: 'Offer a published connector to all, some or no companies. Existing connectors stay',
    access: operator,
    scope: 'session',
    audit: 'template.offered',
    params: closed({ id: Id }),
    body: closed({
      audience: oneOf(...audiences),
      /** Names, or names of workspaces where several companies have the same name. Only where they are chosen. */
      companies: Type.Array(Type.String({ maxLength: 100 }), { maxItems: enterpriseLimits.companiesMax }),
    }),
    status: 200,
    reply: EnterpriseDetails,
  }),
} as const
