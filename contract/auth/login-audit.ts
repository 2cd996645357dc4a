/** Who tried to sign in, when and from where. `studio-account-settings.md` sections 3 and 7, threat T-LOG. */
import Type, { type Static } from 'typebox'
import { ChainCheck } from '../kit/chain-check.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, PageNumber, pageOf, QueryInstant } from '../kit/schemas.ts'

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

const filter = {
  success: Type.Optional(Type.Boolean()),
  /** A whole network address, or how it begins. */
  address: Type.Optional(Type.String({ minLength: 1, maxLength: 45, pattern: '^[0-9A-Fa-f.:]+$' })),
  from: Type.Optional(QueryInstant),
  to: Type.Optional(QueryInstant),
}
const paging = closed({
  ...filter,
  page: Type.Optional(PageNumber),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  sortBy: Type.Optional(oneOf('loginTimestamp')),
  sortOrder: Type.Optional(oneOf('asc', 'desc')),
})

/** Rows of one file. */
export const signInFileMax = 10_000

export const loginAuditEndpoints = {
  ofUser: endpoint({
    method: 'GET',
    path: '/api/auth/login-audit/user/:userId',
    summary: 'List your sign-ins',
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
    summary: 'List all sign-ins of your company',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'audit:read',
    params: closed({ companyId: Id }),
    query: paging,
    status: 200,
    reply: pageOf(LoginRecord),
  }),
  exportOfUser: endpoint({
    method: 'GET',
    path: '/api/auth/login-audit/user/:userId/export',
    summary: 'Download the newest 10,000 rows as CSV',
    access: everyRole,
    scope: 'audit:export',
    audit: 'export.made',
    params: closed({ userId: Id }),
    query: closed(filter),
    status: 200,
    reply: Type.String(),
    file: { type: 'text/csv; charset=utf-8', name: 'login-history.csv' },
  }),
  exportOfCompany: endpoint({
    method: 'GET',
    path: '/api/auth/login-audit/company/:companyId/export',
    summary: 'Download the newest 10,000 rows as CSV',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'audit:export',
    audit: 'export.made',
    params: closed({ companyId: Id }),
    query: closed(filter),
    status: 200,
    reply: Type.String(),
    file: { type: 'text/csv; charset=utf-8', name: 'company-login-history.csv' },
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/auth/login-audit/company/:companyId/check',
    summary: "Check that your company's sign-in log is complete and unchanged",
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'audit:read',
    params: closed({ companyId: Id }),
    status: 200,
    reply: ChainCheck,
  }),
} as const
