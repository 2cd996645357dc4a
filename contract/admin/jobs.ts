/** Background jobs of the installation, for its operator. Figures are counted when they are read. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Duration, Id, Instant, oneOf, orNull } from '../kit/schemas.ts'

export const jobQueues = [
  'mail',
  'company-mail',
  'mail-sweep',
  'webhook',
  'afterwards',
  'afterwards-sweep',
  'company-export',
  'bulk-action',
  'export-expiry',
  'own-data-file',
  'own-data',
  'retention',
  'company-retention',
  'company-removal',
  'version-notices',
  'certificate-notices',
  'alerts',
  'maintenance-window',
  'hourly-maintenance',
  'daily-maintenance',
  'cold-ledger',
  'billing',
  'payments',
  'payload-erasure',
  'deployment',
  'deployment-sweep',
] as const

/** Days that a failed job is kept. */
export const failedJobDays = 7

export const JobQueueState = Type.Object({
  queue: oneOf(...jobQueues),
  /** Due and not started. */
  waiting: Count,
  /** Due later, for example the next retry. */
  later: Count,
  active: Count,
  /** That were given up and are kept. */
  failed: Count,
  /** How long the oldest due job has waited; null where none is due. */
  oldest: orNull(Duration),
})
export type JobQueueState = Static<typeof JobQueueState>

export const FailedJob = Type.Object({
  id: Id,
  queue: oneOf(...jobQueues),
  failedAt: Instant,
  attempts: Count,
  /** What ended the last attempt. */
  reason: Type.String(),
})
export type FailedJob = Static<typeof FailedJob>

export const JobsState = Type.Object({
  queues: Type.Array(JobQueueState),
  /** The newest ones. */
  failed: Type.Array(FailedJob),
})
export type JobsState = Static<typeof JobsState>

const operator = { access: ['SUPER_ADMIN'], scope: 'session' } as const

export const jobEndpoints = {
  list: endpoint({
    ...{ ...operator, method: 'GET', path: '/api/admin/jobs' },
    summary: 'List background job queues and the newest failed jobs',
    status: 200,
    reply: JobsState,
  }),
  retry: endpoint({
    ...{ ...operator, method: 'POST', path: '/api/admin/jobs/:id/retry', audit: 'job.retried' },
    summary: 'Retry a failed background job',
    params: closed({ id: Id }),
    status: 200,
    reply: JobsState,
  }),
} as const
