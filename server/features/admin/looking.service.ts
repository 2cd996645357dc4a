/** Looking into a company as its operator: with a reason, for half an hour, recorded on both sides. */
import type { Kysely } from 'kysely'

import type { Look, LookedInto } from '#contract/admin/looking.ts'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { addAuditEvent } from '../kit/audit-events.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { notify } from '../kit/notify.ts'
import { companyLookedInto } from './customer-mails.ts'
import { administratorsOf, customersOf } from './customers.repository.ts'
import { beginLook, endLook, findLook, readInto } from './looking.repository.ts'

type Db = Kysely<Tables>

const minutes = 30
const connectorsShown = 100
const administratorsMax = 50

export function createLookingService({ db }: { readonly db: Db }) {
  /** In the record of the company that is looked into; that of the operator's company has the call. */
  function record(tx: Db, companyId: string, { userId }: Caller, action: AuditAction, after: unknown) {
    const actor = { kind: 'person', id: userId } as const
    return addAuditEvent(tx, {
      companyId,
      action,
      actor,
      address: null,
      target: { type: 'company', id: companyId },
      before: null,
      after,
    })
  }

  return {
    /** @throws `company/not-found`, `company/own-look` */
    async begin(companyId: string, id: string, given: string, caller: Caller, audit: Audit): Promise<Look> {
      if (companyId === caller.companyId) throw refusal('company/own-look')
      const reason = given.trim()
      const whose = { companyId, operatorId: caller.userId }
      return inOneCommit(db, async (tx) => {
        const [company] = await customersOf(tx, [companyId])
        if (!company) throw refusal('company/not-found')
        await beginLook(tx, { ...whose, id, reason }, minutes)
        const look = await findLook(tx, whose)
        if (!look) throw refusal('company/not-looking')
        const after = { reason, until: look.until }
        await audit(tx, { target: { type: 'company', id: companyId }, after })
        await record(tx, companyId, caller, 'company.lookBegan', after)
        const written = companyLookedInto(company.name, reason, minutes)
        for (const { id: userId } of await administratorsOf(tx, companyId, administratorsMax))
          await notify(tx, { companyId, userId }, 'security', written)
        return look
      })
    },

    /** Every reading is in the record of the company. @throws `company/not-looking` */
    async read(companyId: string, caller: Caller): Promise<LookedInto> {
      return inOneCommit(db, async (tx) => {
        const look = await findLook(tx, { companyId, operatorId: caller.userId })
        if (!look) throw refusal('company/not-looking')
        await record(tx, companyId, caller, 'company.lookRead', { what: 'connectors and last runs' })
        return { look, ...(await readInto(tx, companyId, connectorsShown)) }
      })
    },

    /** @throws `company/not-looking` */
    async end(companyId: string, caller: Caller, audit: Audit): Promise<{ success: boolean }> {
      return inOneCommit(db, async (tx) => {
        if (!(await endLook(tx, { companyId, operatorId: caller.userId }))) throw refusal('company/not-looking')
        await audit(tx, { target: { type: 'company', id: companyId } })
        await record(tx, companyId, caller, 'company.lookEnded', null)
        return { success: true }
      })
    },
  }
}
