/** Backups of what a company has built: made every night in which it changed, restored into drafts. `worklist.md` X13. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf } from '../../kit/schemas.ts'

export const CompanyBackup = Type.Object({
  id: Id,
  createdAt: Instant,
  connectors: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** Of the compressed file. */
  bytes: Count,
  /** Of the file that is downloaded. */
  sha256: Type.String(),
})
export type CompanyBackup = Static<typeof CompanyBackup>

export const RestoredConnectors = Type.Object({
  connectors: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      /** Fields whose secret could not be restored. */
      needs: Type.Array(Type.String()),
    }),
  ),
  /** That were deleted since: off, and without their key. */
  gateways: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** That were deleted since: they wait for the operator's approval again. */
  endpoints: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** Private endpoints that could not be restored, and why: their gateway does not exist any more, or their address has an endpoint already. */
  left: Type.Array(Type.Object({ name: Type.String(), reason: oneOf('gateway', 'address') })),
})
export type RestoredConnectors = Static<typeof RestoredConnectors>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden', scope: 'session' } as const
const path = '/api/system-settings/retention/backups'
const params = closed({ id: Id })

export const backupEndpoints = {
  list: endpoint({
    ...{ ...administrators, method: 'GET', path },
    summary: "List your company's backups, newest first",
    query: closed({ page: Type.Optional(PageNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    status: 200,
    reply: pageOf(CompanyBackup),
  }),
  make: endpoint({
    ...{ ...administrators, method: 'POST', path, audit: 'backup.made' },
    summary: 'Create a backup now. Without changes, returns the latest backup',
    status: 200,
    reply: CompanyBackup,
  }),
  restore: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/restore`, audit: 'backup.restored' },
    summary: 'Restore one connector or everything from a backup. Connectors become new drafts',
    params,
    body: closed({ connectorId: orNull(Id) }),
    status: 200,
    reply: RestoredConnectors,
  }),
  file: endpoint({
    ...{ ...administrators, method: 'GET', path: `${path}/:id/file`, audit: 'backup.downloaded' },
    summary: 'Download a backup as NDJSON. Secrets stay encrypted',
    params,
    status: 200,
    reply: Type.String(),
    file: { type: 'application/x-ndjson; charset=utf-8', name: 'backup.ndjson' },
  }),
} as const
