/** One action on many companies, done by the server: it goes on when the page is closed. One at a time. */
import Type, { type Static } from 'typebox'

import { ProductTier } from '../auth/registration.ts'
import { BulkProgress } from '../kit/bulk/bulk-job.ts'
import { endpoint } from '../kit/endpoint.ts'
import { closed, Id, oneOf, orNull } from '../kit/schemas.ts'
import { bulkMax, customerJobActions, customerLimits } from './customer-limits.ts'

export const CustomerJob = Type.Object({ ...BulkProgress, action: oneOf(...customerJobActions) })
export type CustomerJob = Static<typeof CustomerJob>

export const CustomerJobForm = closed({
  action: oneOf(...customerJobActions),
  /** Of a change of the plan. */
  plan: Type.Optional(ProductTier),
  /** The published connector that is offered. */
  template: Type.Optional(Id),
  /** Why; of what needs a reason. */
  reason: Type.Optional(Type.String({ maxLength: customerLimits.reasonMax })),
  ids: Type.Array(Id, { minItems: 1, maxItems: bulkMax }),
})
export type CustomerJobForm = Static<typeof CustomerJobForm>

const shared = { access: ['SUPER_ADMIN'], scope: 'session', status: 200 } as const
const params = closed({ id: Id })

export const customerJobEndpoints = {
  start: endpoint({
    ...shared,
    method: 'POST',
    path: '/api/admin/customer-jobs',
    summary: 'Start a bulk action on companies. Returns 409 while another one is in progress',
    audit: 'customerJob.started',
    body: CustomerJobForm,
    status: 201,
    reply: CustomerJob,
  }),
  newest: endpoint({
    ...shared,
    method: 'GET',
    path: '/api/admin/customer-jobs',
    summary: 'Get the newest bulk action with its progress and failures',
    reply: Type.Object({ job: orNull(CustomerJob) }),
  }),
  stop: endpoint({
    ...shared,
    method: 'POST',
    path: '/api/admin/customer-jobs/:id/stop',
    summary: 'Stop a bulk action after the current company. Completed changes stay',
    audit: 'customerJob.stopped',
    params,
    reply: CustomerJob,
  }),
  retry: endpoint({
    ...shared,
    method: 'POST',
    path: '/api/admin/customer-jobs/:id/retry',
    summary: 'Continue a bulk action with the failed and remaining companies',
    audit: 'customerJob.retried',
    params,
    reply: CustomerJob,
  }),
} as const
