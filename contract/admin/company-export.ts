/** The file with everything of a company: made by a job, kept for seven days, and downloaded by a link that holds for a minute. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../kit/endpoint.ts'
import { dataFileStates } from '../kit/files/data-file.lifecycle.ts'
import { Count, closed, Id, Instant, oneOf, orNull, visibleText } from '../kit/schemas.ts'
import { customerLimits } from './customer-limits.ts'

export const CompanyExport = Type.Object({
  id: Id,
  status: oneOf(...dataFileStates),
  requestedAt: Instant,
  requestedBy: orNull(Type.String()),
  /** Of the compressed file; null until it is ready. */
  bytes: orNull(Count),
  /** Documents in it; while it is made, those that were written so far. */
  lines: Count,
  expiresAt: orNull(Instant),
})
export type CompanyExport = Static<typeof CompanyExport>

const params = closed({ id: Id })
const shared = { access: ['SUPER_ADMIN'], scope: 'session', params, status: 200 } as const

export const companyExportEndpoints = {
  request: endpoint({
    ...shared,
    method: 'POST',
    path: '/api/admin/customers/:id/export',
    summary: 'Create a file with all data of a company, without secrets. Its administrators get an email',
    audit: 'company.exported',
    body: closed({ reason: visibleText(customerLimits.reasonMax) }),
    status: 201,
    reply: CompanyExport,
  }),
  find: endpoint({
    ...shared,
    method: 'GET',
    path: '/api/admin/customers/:id/export',
    summary: 'Get the newest export of a company',
    reply: Type.Object({ export: orNull(CompanyExport) }),
  }),
  link: endpoint({
    ...shared,
    method: 'POST',
    path: '/api/admin/customers/:id/export/link',
    summary: 'Get a download link for the export. It works for one minute',
    // What counts is the download, which is recorded when it is made.
    audit: 'none',
    idempotent: false,
    reply: Type.Object({ path: Type.String() }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/company-exports/:id',
    summary: 'Download an export with the key from its link. Both audit logs record the download',
    access: 'public',
    scope: 'public',
    params,
    query: closed({ key: Type.String({ minLength: 20, maxLength: 100 }) }),
    status: 200,
    reply: Type.String(),
    file: { type: 'application/gzip', name: 'company.ndjson.gz', isBinary: true },
  }),
} as const
