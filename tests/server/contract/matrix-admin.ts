/** Which visitor may do what in the Admin Console, for `matrix-table.ts`. */
import { v7 as uuid } from 'uuid'
import { addCompany } from '#server/features/auth/companies.repository.ts'
import type { TestServer } from '../kit/test-server.ts'

export const adminCalls = {
  'GET /api/admin/platform': { of: 'operator' },
  'GET /api/admin/jobs': { of: 'operator' },
  'POST /api/admin/jobs/:id/retry': { of: 'operator', answer: 409 },
  'GET /api/admin/company': { of: 'admins' },
  'GET /api/admin/customers': { of: 'operator' },
  'POST /api/admin/customers': { of: 'operator', body: { name: 'New', plan: 'Basic', email: `${uuid()}@new.test` } },
  'POST /api/admin/customers/:id/administrators': { of: 'customer', body: { email: `${uuid()}@new.test` } },
  'GET /api/admin/matching-customers': { of: 'operator' },
  'PUT /api/admin/customers/:id/plan': { of: 'customer', body: { plan: 'Professional', reason: 'x' } },
  'PUT /api/admin/library/:id/companies/:companyId': { of: 'offered' },
  'GET /api/admin/customers/:id': { of: 'customer' },
  'POST /api/admin/customers/:id/suspend': { of: 'customer', body: { reason: 'x' } },
  'POST /api/admin/customers/:id/reactivate': { of: 'customer' },
  // Of a company that is called so.
  'POST /api/admin/customers/:id/deletion': { of: 'customer', body: { reason: 'x', name: 'Customer' } },
  'DELETE /api/admin/customers/:id/deletion': { of: 'customer', answer: 409 },
  'POST /api/admin/customers/:id/export': { of: 'customer', body: { reason: 'x' } },
  // No company is called so: what is done to each is in the tests of the jobs.
  'POST /api/admin/customer-jobs': {
    of: 'operator',
    body: { action: 'offer', ids: ['00000000-0000-4000-8000-000000000000'] },
    answer: 400,
  },
  'GET /api/admin/customer-jobs': { of: 'operator' },
  'POST /api/admin/customer-jobs/:id/stop': { of: 'operator', answer: 404 },
  'POST /api/admin/customer-jobs/:id/retry': { of: 'operator', answer: 404 },
  'GET /api/admin/customers/:id/export': { of: 'customer' },
  // None was made: the tests of the export have the rest.
  'POST /api/admin/customers/:id/export/link': { of: 'customer', answer: 404 },
  'GET /api/company-exports/:id': { of: 'anybody', answer: 400 },
  'PUT /api/admin/customers/:id/limits': {
    of: 'customer',
    body: { limits: { connectors: 5, members: null, records: null, calls: null }, reason: 'x' },
  },
  'POST /api/admin/customers/:id/look': { of: 'customer', body: { reason: 'x' } },
  // The tests of looking have the rest: nobody has begun to.
  'GET /api/admin/customers/:id/look': { of: 'customer', answer: 403 },
  'DELETE /api/admin/customers/:id/look': { of: 'customer', answer: 403 },
  'GET /api/admin/customers/:id/summary': { of: 'customer' },
  'GET /api/admin/customers/:id/connectors': { of: 'customer' },
  'GET /api/admin/customers/:id/people': { of: 'customer' },
  'GET /api/admin/customers/:id/audit-log': { of: 'customer' },
  'POST /api/admin/customers/:id/notes': { of: 'customer', body: { text: 'x' } },
  'DELETE /api/admin/customers/:id/notes/:noteId': { of: 'customer' },
  'GET /api/admin/installation': { of: 'operator' },
  // The tests of the installation have the rest: the revision is an old one.
  'PUT /api/admin/installation': {
    of: 'operator',
    body: {
      ...{ publicSignUp: true, domains: [], signUpsADay: null, sandbox: true, approvesPublications: false },
      ...{ maintenance: null, plannedMaintenance: null, revision: 99 },
    },
    answer: 409,
  },
  'GET /api/template-updates': { of: 'people' },
  // There is none: its own test has the rest.
  'POST /api/template-updates/:id/decide': {
    of: 'people',
    answer: 404,
    body: { revision: 1, connectorIds: ['00000000-0000-4000-8000-000000000000'], accept: true },
  },
  'GET /api/admin/approvals': { of: 'operator' },
  'POST /api/admin/approvals/plans/:id': { of: 'operator', body: { plan: 'Professional', decision: 'decline' }, answer: 404 },
  'GET /api/admin/library': { of: 'operator' },
  // It does not wait: the tests of approvals have the rest.
  'POST /api/admin/library/:id/approve': { of: 'offered', body: { revision: 1 }, answer: 409 },
  'POST /api/admin/library/:id/decline': { of: 'offered', body: { revision: 1, reason: 'x' }, answer: 409 },
  'GET /api/admin/library/:id': { of: 'offered' },
  'PUT /api/admin/library/:id/audience': { of: 'offered', body: { audience: 'everyone', companies: [] } },
} as const

/** The id of a company without people. */
export async function anyCustomer({ database: { db } }: Pick<TestServer, 'database'>, isSuspended = false): Promise<string> {
  const id = uuid()
  await addCompany(db, { id, name: 'Customer', workspaceName: 'customer' })
  if (isSuspended)
    await db.updateTable('companies').set({ status: 'suspended', suspended_reason: 'x' }).where('id', '=', id).execute()
  return id
}
