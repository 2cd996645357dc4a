/** Who tried to sign in, when and from where. `studio-account-settings.md` sections 3 and 7, threat T-LOG. */
import { Integer, Optional, Object as Shape, type Static, String as Text, Boolean as YesNo } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, PageNumber, pageOf } from '../kit/schemas.ts'

export const LoginRecord = Shape({
  id: Text(),
  success: YesNo(),
  failureReason: orNull(Text()),
  email: Text(),
  loginTimestamp: Instant,
  ipAddress: Text(),
  /** Null where the browser did not say. */
  deviceInfo: Shape({ device: orNull(Text()), browser: orNull(Text()) }),
  /** Null: not recorded. */
  location: orNull(Text()),
  userAgent: orNull(Text()),
})
export type LoginRecord = Static<typeof LoginRecord>

const paging = closed({
  page: Optional(PageNumber),
  limit: Optional(Integer({ minimum: 1, maximum: 100 })),
  sortBy: Optional(oneOf('loginTimestamp')),
  sortOrder: Optional(oneOf('asc', 'desc')),
})

export const loginAuditEndpoints = {
  ofUser: endpoint({
    method: 'GET',
    path: '/api/auth/login-audit/user/:userId',
    summary: 'The own sign-ins',
    access: everyRole,
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
    params: closed({ companyId: Id }),
    query: paging,
    status: 200,
    reply: pageOf(LoginRecord),
  }),
} as const
