/** Email domains that a company proves to be its own. `worklist.md` C-2, `next-areas.md` B. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull } from '../../kit/schemas.ts'
import { proofs } from '../mfa.ts'

/** What a check saw: the token; other TXT records; none; or nobody answered for the domain. */
export const domainChecks = ['found', 'other-records', 'no-records', 'no-answer'] as const
export type DomainCheck = (typeof domainChecks)[number]

const SsoDomain = Type.Object({
  id: Id,
  domain: Type.String(),
  /** What the TXT record of the domain has to say. */
  record: Type.String(),
  addedAt: Instant,
  checkedAt: orNull(Instant),
  outcome: orNull(oneOf(...domainChecks)),
  /** Null: it is not proved, and signs nobody in. */
  verifiedAt: orNull(Instant),
})
export type SsoDomain = Static<typeof SsoDomain>

const SsoDomains = Type.Object({ domains: Type.Array(SsoDomain) })
export type SsoDomains = Static<typeof SsoDomains>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const path = '/api/system-settings/sso/domains'

export const ssoDomainEndpoints = {
  list: endpoint({
    ...administrators,
    scope: 'settings:read',
    method: 'GET',
    path,
    summary: "List your company's email domains and their verification",
    status: 200,
    reply: SsoDomains,
  }),
  add: endpoint({
    ...administrators,
    scope: 'session',
    audit: 'sso.domainAdded',
    method: 'POST',
    path,
    summary: 'Add an email domain. The response contains the TXT record to set',
    body: closed({ domain: Type.String({ minLength: 1, maxLength: 300 }), ...proofs }),
    status: 201,
    reply: SsoDomains,
    idempotent: false,
  }),
  check: endpoint({
    ...administrators,
    scope: 'session',
    audit: 'sso.domainChecked',
    method: 'POST',
    path: `${path}/:id/check`,
    summary: 'Check the TXT record of an email domain',
    params: closed({ id: Id }),
    status: 200,
    reply: SsoDomains,
    idempotent: false,
  }),
  remove: endpoint({
    ...administrators,
    scope: 'session',
    audit: 'sso.domainRemoved',
    method: 'POST',
    path: `${path}/:id/remove`,
    summary: 'Remove an email domain. Its people can no longer use single sign-on',
    params: closed({ id: Id }),
    body: closed(proofs),
    status: 200,
    reply: SsoDomains,
    idempotent: false,
  }),
} as const
