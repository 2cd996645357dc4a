/** One action on many companies, each by itself and recorded as if it were done alone: what one refuses does not stop the others. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { CustomerJob, CustomerJobForm } from '#contract/admin/customer-jobs.ts'
import type { customerJobActions } from '#contract/admin/customer-limits.ts'
import { freeTier } from '#contract/auth/registration.ts'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { repeatedly } from '../../../platform/jobs/repeatedly.ts'
import type { Caller } from '../../../platform/security/access.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import type { createCustomersService } from '../customers.service.ts'
import type { createCustomerBulkService } from './customer-bulk.service.ts'
import {
  addJob,
  beginNext,
  endItem,
  findJob,
  type Item,
  isOperator,
  isOtherRunning,
  type JobForm,
  type JobRow,
  leaseJob,
  lineUpAgain,
  listFailures,
  moveJob,
} from './customer-jobs.repository.ts'

type Db = Kysely<Tables>
type Deps = {
  readonly db: Db
  readonly log: Pick<Logger, 'warn'>
  readonly customers: Pick<ReturnType<typeof createCustomersService>, 'suspend' | 'reactivate'>
  readonly bulk: Pick<ReturnType<typeof createCustomerBulkService>, 'changePlan' | 'offer'>
}
type Action = (typeof customerJobActions)[number]

/** Milliseconds. */
const pause = 5_000
const lease = 60_000
const failuresShown = 100

const actionOf = {
  suspend: 'company.suspended',
  reactivate: 'company.reactivated',
  plan: 'billing.planChanged',
  offer: 'template.offered',
} as const satisfies Record<Action, AuditAction>

export function createCustomerJobsService({ db, log, customers, bulk }: Deps) {
  async function shown(of: Db, id: string | null): Promise<CustomerJob | null> {
    const row = await findJob(of, id)
    if (row === null) return null
    const { total, changed, waiting, failed, status, by } = row
    return {
      ...{ id: row.id, action: (row.form as JobForm).action, status, startedBy: by, total, changed, waiting, failed },
      startedAt: row.created_at.toISOString(),
      failures: failed === 0 ? [] : await listFailures(of, row.id, failuresShown),
    }
  }

  /** @throws `company/job-not-found` */
  async function get(of: Db, id: string): Promise<CustomerJob> {
    const job = await shown(of, id)
    if (job === null) throw refusal('company/job-not-found')
    return job
  }

  async function act({ form, operator_id: userId, company_id: companyId }: JobRow, targetId: string): Promise<unknown> {
    const { action, plan = freeTier, template = '', reason = '' } = form as JobForm
    const caller = { kind: 'session', userId, companyId, role: 'SUPER_ADMIN' } as Caller
    const audit: Audit = async (tx, it = {}) => {
      const { target = { type: 'company', id: targetId }, before = null, after = null } = it
      const actor = { kind: 'person', id: userId } as const
      await addAuditEvent(tx, { companyId, action: actionOf[action], address: null, actor, target, before, after })
    }
    if (action === 'suspend') return customers.suspend(targetId, reason, caller, audit)
    if (action === 'reactivate') return customers.reactivate(targetId, caller, audit)
    if (action === 'plan') return bulk.changePlan(targetId, { plan, reason }, caller, audit)
    return bulk.offer(template, targetId, caller, audit)
  }

  async function tryOne(job: JobRow, { place, targetId, wasBegun }: Item): Promise<void> {
    let message: string | null = null
    try {
      if (!(await isOperator(db, job.operator_id))) throw refusal('auth/forbidden')
      await act(job, targetId)
    } catch (thrown) {
      const problem = toProblem(thrown)
      // A process that died had changed it, and could not say so any more.
      if (!(wasBegun && problem.code === 'company/wrong-status')) message = problem.message
    }
    await endItem(db, job.id, place, message)
  }

  let isOver = false

  /** All that is to be done now; the end of the process ends it after the company that is under way. */
  async function work(): Promise<void> {
    const job = await leaseJob(db, lease)
    if (job === null) return
    while (!isOver) {
      const item = await beginNext(db, job.id, lease)
      if (item === null) {
        const left = await findJob(db, job.id)
        if (left?.waiting === 0) await moveJob(db, job.id, 'job.done')
        return
      }
      await tryOne(job, item)
    }
    // Another process goes on at once.
    await db.updateTable('customer_jobs').set({ lease_until: null }).where('id', '=', job.id).execute()
  }

  const fault = (thrown: unknown) => log.warn({ err: thrown }, 'an action on many companies was cut off; it goes on by itself')
  const needsReason = ({ action, reason = '' }: JobForm) => (action === 'suspend' || action === 'plan') && reason.trim() === ''
  const isIncomplete = (form: JobForm) =>
    needsReason(form) || (form.action === 'plan' && !form.plan) || (form.action === 'offer' && !form.template)

  return {
    work,

    /** @throws `request/malformed`, `company/job-running` */
    async start({ ids, ...form }: CustomerJobForm, id: string, caller: Caller, audit: Audit): Promise<CustomerJob> {
      if (isIncomplete(form))
        throw refusal('request/malformed', { message: 'This action needs a reason, a plan or a connector.' })
      const job = await inOneCommit(db, async (tx) => {
        const whose = { id, companyId: caller.companyId, operatorId: caller.userId }
        if (!(await addJob(tx, { ...whose, form }, ids))) throw refusal('company/job-running')
        await audit(tx, { target: { type: 'customerJob', id }, after: { ...form, companies: ids.length } })
        return get(tx, id)
      })
      void work().catch(fault)
      return job
    },

    newest: async (): Promise<{ job: CustomerJob | null }> => ({ job: await shown(db, null) }),

    /** @throws `company/job-not-found`, `company/job-status` */
    stop: (id: string, audit: Audit) =>
      inOneCommit(db, async (tx) => {
        const before = await get(tx, id)
        if (!(await moveJob(tx, id, 'operator.stopped'))) throw refusal('company/job-status')
        await audit(tx, { target: { type: 'customerJob', id }, before: { changed: before.changed, waiting: before.waiting } })
        return get(tx, id)
      }),

    /** @throws `company/job-not-found`, `company/job-status`, `company/job-running` */
    async retry(id: string, caller: Caller, audit: Audit): Promise<CustomerJob> {
      const job = await inOneCommit(db, async (tx) => {
        const { failed, waiting } = await get(tx, id)
        if (failed + waiting === 0) throw refusal('company/job-status')
        if (await isOtherRunning(tx, id)) throw refusal('company/job-running')
        if (!(await moveJob(tx, id, 'operator.retried'))) throw refusal('company/job-status')
        await lineUpAgain(tx, id, caller)
        await audit(tx, { target: { type: 'customerJob', id }, after: { companies: failed + waiting } })
        return get(tx, id)
      })
      void work().catch(fault)
      return job
    },

    /** In every process; one works at a time. @returns what ends it, after the company that is under way */
    begin(): () => Promise<void> {
      const rest = repeatedly(pause, work, fault)
      return () => {
        isOver = true
        return rest()
      }
    },
  }
}
