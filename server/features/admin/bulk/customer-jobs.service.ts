/** One action on many companies, each recorded as if it were done alone. */
import type { Kysely } from 'kysely'

import type { CustomerJob, CustomerJobForm } from '#contract/admin/customer-jobs.ts'
import type { customerJobActions } from '#contract/admin/customer-limits.ts'
import { freeTier } from '#contract/auth/registration.ts'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { type BulkJob, type BulkRunners, createBulkJobs } from '../../kit/bulk/bulk-jobs.ts'
import type { createCustomersService } from '../customers.service.ts'
import type { createCustomerBulkService } from './customer-bulk.service.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly runners: BulkRunners
  readonly customers: Pick<ReturnType<typeof createCustomersService>, 'suspend' | 'reactivate'>
  readonly bulk: Pick<ReturnType<typeof createCustomerBulkService>, 'changePlan' | 'offer'>
}
type Action = (typeof customerJobActions)[number]
type JobForm = Omit<CustomerJobForm, 'ids'>

/** One action at a time in the whole installation. */
const lane = 'customers'

const actionOf = {
  suspend: 'company.suspended',
  reactivate: 'company.reactivated',
  plan: 'billing.planChanged',
  offer: 'template.offered',
} as const satisfies Record<Action, AuditAction>

const shown = ({ form, ...job }: BulkJob): CustomerJob => ({ ...job, action: (form as JobForm).action })

export function createCustomerJobsService({ db, runners, customers, bulk }: Deps) {
  async function act(form: JobForm, targetId: string, caller: Caller): Promise<unknown> {
    const { action, plan = freeTier, template = '', reason = '' } = form
    const audit: Audit = async (tx, it = {}) => {
      const { target = { type: 'company', id: targetId }, before = null, after = null } = it
      const actor = { kind: 'person', id: caller.userId } as const
      const companyId = caller.companyId
      await addAuditEvent(tx, { companyId, action: actionOf[action], address: null, actor, target, before, after })
    }
    if (action === 'suspend') return customers.suspend(targetId, reason, caller, audit)
    if (action === 'reactivate') return customers.reactivate(targetId, caller, audit)
    if (action === 'plan') return bulk.changePlan(targetId, { plan, reason }, caller, audit)
    return bulk.offer(template, targetId, caller, audit)
  }

  const jobs = createBulkJobs({
    ...{ db, runners, kind: 'customers', target: 'customerJob', atOnce: 1 },
    act: ({ form }, targetId, caller) => act(form as JobForm, targetId, caller),
    isAllowed: ({ role }) => role === 'SUPER_ADMIN',
    isDone: ({ code }, wasBegun) => wasBegun && code === 'company/wrong-status',
  })

  const needsReason = ({ action, reason = '' }: JobForm) => (action === 'suspend' || action === 'plan') && reason.trim() === ''
  const isIncomplete = (form: JobForm) =>
    needsReason(form) || (form.action === 'plan' && !form.plan) || (form.action === 'offer' && !form.template)

  return {
    /** @throws `request/malformed`, `bulk/running` */
    async start({ ids, ...form }: CustomerJobForm, id: string, caller: Caller, audit: Audit): Promise<CustomerJob> {
      if (isIncomplete(form))
        throw refusal('request/malformed', { message: 'Enter a reason, a plan or a connector for this action.' })
      return shown(await jobs.start({ id, lane, form, targets: ids }, caller, audit, { ...form, companies: ids.length }))
    },

    async newest(): Promise<{ job: CustomerJob | null }> {
      const job = await jobs.newest(lane)
      return { job: job === null ? null : shown(job) }
    },

    /** @throws `bulk/not-found`, `bulk/status` */
    stop: async (id: string, audit: Audit) => shown(await jobs.stop(lane, id, audit)),

    /** @throws `bulk/not-found`, `bulk/status`, `bulk/running` */
    retry: async (id: string, caller: Caller, audit: Audit) => shown(await jobs.retry(lane, id, caller, audit)),
  }
}
