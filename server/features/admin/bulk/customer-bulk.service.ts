/** What is done to each of the companies that a filter finds. Suspending and reactivating are calls of their own. */
import type { Kysely } from 'kysely'

import type { customerBulkEndpoints, MatchingCustomers } from '#contract/admin/customer-bulk.ts'
import { bulkMax } from '#contract/admin/customer-limits.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import type { BodyOf, QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { createPlanService } from '../../billing/plan.service.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { offerTo } from '../../library/enterprise.repository.ts'
import { matchingCustomers } from '../customers.repository.ts'

type Db = Kysely<Tables>
type Endpoints = typeof customerBulkEndpoints
type Deps = {
  readonly db: Db
  readonly plans: Pick<ReturnType<typeof createPlanService>, 'changeOf'>
  readonly get: (id: string, caller: Caller, of: Db) => Promise<CustomerDetails>
}

export function createCustomerBulkService({ db, plans, get }: Deps) {
  return {
    matching: ({ search = '', status }: QueryOf<Endpoints['matching']>): Promise<MatchingCustomers> =>
      matchingCustomers(db, { search: search.trim(), status: status ?? null }, bulkMax),

    /** @throws `company/not-found`, `company/wrong-status`, `plan/not-fitting` */
    async changePlan(id: string, { plan, reason: written }: BodyOf<Endpoints['plan']>, caller: Caller, audit: Audit) {
      return inOneCommit(db, async (tx) => {
        const { status } = await get(id, caller, tx)
        if (status === 'deleting' || status === 'deleted') throw refusal('company/wrong-status')
        const from = await plans.changeOf(tx, id, plan)
        const reason = written.trim()
        const record = { target: { type: 'company', id }, before: { plan: from }, after: { plan, reason } }
        if (from !== plan) {
          await audit(tx, record)
          const actor = { kind: 'person', id: caller.userId } as const
          if (id !== caller.companyId)
            await addAuditEvent(tx, { ...record, companyId: id, action: 'billing.planChanged', actor, address: null })
        }
        return get(id, caller, tx)
      })
    },

    /** @throws `template/not-found`, `company/not-found` */
    async offer(id: string, companyId: string, caller: Caller, audit: Audit): Promise<{ success: true }> {
      return inOneCommit(db, async (tx) => {
        const { name, status } = await get(companyId, caller, tx)
        if (status === 'deleting' || status === 'deleted') throw refusal('company/not-found')
        const audience = await offerTo(tx, id, companyId)
        if (audience === null) throw refusal('template/not-found')
        await audit(tx, { target: { type: 'template', id }, after: { offeredTo: audience === 'everyone' ? audience : name } })
        return { success: true }
      })
    },
  }
}
