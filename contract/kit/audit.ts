/** What people changed in their company. `worklist.md` 2.A, `decisions.md` section 8 (X36). */
import Type, { type Static } from 'typebox'

import { auditActions } from './audit-actions.ts'
import { ChainCheck } from './chain-check.ts'
import { endpoint } from './endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf, QueryInstant } from './schemas.ts'

const actions = Object.keys(auditActions) as (keyof typeof auditActions)[]

export const AuditRecord = Type.Object({
  /** Counted from 1 in the company, without gaps. */
  id: Count,
  at: Instant,
  action: Type.String(),
  actor: Type.Object({
    kind: oneOf('person', 'key', 'system'),
    id: orNull(Id),
    /** As they were called then; of a key its name. Null of the system. */
    name: orNull(Type.String()),
    email: orNull(Type.String()),
  }),
  address: orNull(Type.String()),
  /** `name`: as it was called then; null of what has none. */
  target: orNull(Type.Object({ type: Type.String(), id: orNull(Type.String()), name: orNull(Type.String()) })),
  /** Without secrets; null where they are not recorded. */
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export type AuditRecord = Static<typeof AuditRecord>

/** Rows of one file. */
export const auditFileMax = 10_000

const filter = {
  from: Type.Optional(QueryInstant),
  to: Type.Optional(QueryInstant),
  /** A person's id. */
  actor: Type.Optional(Id),
  what: Type.Optional(oneOf(...actions)),
  /** Part of the name or email of who did it, or of the name or id of what it was done to. */
  search: Type.Optional(Type.String({ maxLength: 100 })),
}

export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    summary: 'List changes in your company, newest first',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'audit:read',
    query: closed({
      ...filter,
      page: Type.Optional(PageNumber),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    status: 200,
    reply: pageOf(AuditRecord),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/audit/export',
    summary: 'Download the newest 10,000 rows as CSV',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'audit:export',
    audit: 'export.made',
    query: closed(filter),
    status: 200,
    reply: Type.String(),
    file: { type: 'text/csv; charset=utf-8', name: 'audit.csv' },
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/audit/people',
    summary: 'List up to 500 people who changed something, by name',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'audit:read',
    status: 200,
    reply: Type.Object({ data: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/audit/check',
    summary: 'Check that the audit log is complete and unchanged',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'audit:read',
    status: 200,
    reply: ChainCheck,
  }),
} as const
