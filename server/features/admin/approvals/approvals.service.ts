/** What of all companies waits, as one list. Each is decided where it belongs; the list only finds it. */
import type { Kysely } from 'kysely'

import { approvalsMax } from '#contract/admin/approval-limits.ts'
import type { Approval, approvalEndpoints } from '#contract/admin/approvals.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import { planDeclined, planStarted } from '../../billing/notices/billing-mails.ts'
import { tellAdministrators } from '../../billing/notices/notices.ts'
import type { createPlanService } from '../../billing/plan.service.ts'
import { findCompanyPlan, requestPlan } from '../../billing/plans.repository.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { endpointRequests } from '../../settings/network/endpoint-decisions.service.ts'
import { listWaiting } from './approvals.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly plans: Pick<ReturnType<typeof createPlanService>, 'changeOf'>
  readonly publicUrl: string
}

export function createApprovalsService({ db, plans, publicUrl }: Deps) {
  return {
    /** Its administrators are written to. @throws `company/not-found`, `plan/not-requested`, `plan/not-fitting` */
    async decidePlan(
      id: string,
      { plan, decision }: BodyOf<typeof approvalEndpoints.decidePlan>,
      { userId, companyId: own }: Caller,
      audit: Audit,
    ): Promise<{ success: true }> {
      await inOneCommit(db, async (tx) => {
        await holdCompany(tx, id)
        const known = await tx.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()
        if (!known) throw refusal('company/not-found')
        const company = await findCompanyPlan(tx, id)
        if (company.requested !== plan) throw refusal('plan/not-requested')
        const isApproved = decision === 'approve'
        const action = isApproved ? 'billing.planChanged' : 'billing.planDeclined'
        if (isApproved) await plans.changeOf(tx, id, plan)
        else await requestPlan(tx, id, null)
        const record = { action, target: { type: 'company', id }, before: { plan: company.plan }, after: { plan } } as const
        await audit(tx, record)
        const actor = { kind: 'person', id: userId } as const
        if (id !== own) await addAuditEvent(tx, { ...record, companyId: id, actor, address: null })
        await tellAdministrators(tx, id, (isApproved ? planStarted : planDeclined)(plan, publicUrl))
      })
      return { success: true }
    },

    async list(): Promise<{ data: Approval[]; total: number }> {
      const rows = await listWaiting(db, approvalsMax)
      const requests = rows.some(({ kind }) => kind === 'privateEndpoint') ? (await endpointRequests(db)).data : []
      const totals = new Map(rows.map(({ kind, total }) => [kind, total]))
      const data = rows.map(({ total: _, since, ...row }) => ({
        ...row,
        since: since.toISOString(),
        endpoint: row.kind === 'privateEndpoint' ? (requests.find(({ id }) => id === row.id) ?? null) : null,
      }))
      return { data, total: [...totals.values()].reduce((sum, each) => sum + each, 0) }
    },
  }
}
