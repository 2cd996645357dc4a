/** Who tried to sign in, when and from where. `studio-account-settings.md` sections 3 and 7, threat T-LOG. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, PageNumber, pageOf } from '../kit/schemas.ts'

export const LoginRecord = Type.Object({
  id: Type.String(),
  success: Type.Boolean(),
  failureReason: orNull(Type.String()),
  email: Type.String(),
  loginTimestamp: Instant,
  ipAddress: Type.String(),
  /** Null where the browser did not say. */
  deviceInfo: Type.Object({ device: orNull(Type.String()), browser: orNull(Type.String()) }),
  /** Null: not recorded. */
  location: orNull(Type.String()),
  userAgent: orNull(Type.String()),
})
export type LoginRecord = Static<typeof LoginRecord>

const paging = closed({
  page: Type.Optional(PageNumber),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  sortBy: Type.Optional(oneOf('loginTimestamp')),
  sortOrder: Type.Optional(oneOf('asc', 'desc')),
})

export const loginAuditEndpoints = {
  ofUser: endpoint({
    method: 'GET',
    path: '/api/auth/login-audit/user/:userId',
    summary: 'The own sign-ins',
    access: everyRole,
    scope: 'audit:read',
    params: closed({ userId: Id }),
    query: paging,
    status: 200,
    reply: pageOf(LoginRecord),
  }),
  ofCompany: endpoint({
    method: 'GET',
    path: '/api/auth/login-audit/company/:companyId',
    summary: 'The sign-ins of everybody in the own company',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'audit:read',
    params: closed({ companyId: Id }),
    query: paging,
    status: 200,
    reply: pageOf(LoginRecord),
  }),
} as const
