/** Companies that the operator adds: the first administrator is asked in. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { CustomerDetails, customerEndpoints } from '#contract/admin/customers.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { lockRecipient, mailsAnHour } from '../../platform/mail/recipients.repository.ts'
import type { Caller } from '../../platform/security/access.ts'
import { addCompany, holdCompany } from '../auth/companies.repository.ts'
import { countRecentInvitations } from '../auth/sign-up/invitations.repository.ts'
import { sendInvitation } from '../auth/sign-up/send-invitation.ts'
import { findAccount, findAccountOf } from '../auth/users.repository.ts'
import { addAuditEvent } from '../kit/audit-events.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'

type Db = Kysely<Tables>
type Deps = {
  readonly db: Db
  readonly publicUrl: string
  /** A company as the operator sees it. */
  readonly get: (id: string, caller: Caller, of: Db) => Promise<CustomerDetails>
}
type Asked = BodyOf<(typeof customerEndpoints)['add']>

const hour = 3_600_000

export function createNewCustomerService({ db, publicUrl, get }: Deps) {
  type Invited = { readonly companyId: string; readonly companyName: string; readonly email: string }
  async function invite(tx: Db, { companyId, companyName, email }: Invited, caller: Caller): Promise<void> {
    const operator = await findAccountOf(tx, caller)
    if (!operator) throw refusal('user/not-found')
    if ((await findAccount(tx, email))?.confirmed) throw refusal('company/person-known')
    if ((await countRecentInvitations(tx, companyId, email)) >= mailsAnHour) {
      const message = `This email received ${mailsAnHour} invitations in the last hour. Try again later.`
      throw refusal('request/rate-limited', { message, retryAfter: hour })
    }
    const { firstName, lastName } = operator
    const invitedBy = { userId: caller.userId, firstName, lastName }
    await sendInvitation(tx, { id: uuid(), companyId, companyName, email, role: 'ADMIN', invitedBy, publicUrl })
  }

  const personOf = ({ userId }: Caller) => ({ kind: 'person', id: userId }) as const

  return {
    /** @throws `company/person-known` */
    async add(id: string, { name: written, plan, email: typed }: Asked, caller: Caller, audit: Audit): Promise<CustomerDetails> {
      const [name, email] = [written.trim(), typed.trim()]
      return inOneCommit(db, async (tx) => {
        await lockRecipient(tx, email)
        await addCompany(tx, { id, name, workspaceName: name, productTier: plan })
        await invite(tx, { companyId: id, companyName: name, email }, caller)
        const record = { target: { type: 'company', id }, before: null, after: { plan, email } }
        await audit(tx, record)
        await addAuditEvent(tx, { ...record, companyId: id, action: 'company.created', actor: personOf(caller), address: null })
        return get(id, caller, tx)
      })
    },

    /** @throws `company/not-found`, `company/wrong-status`, `company/has-administrator`, `company/person-known` */
    async invite(id: string, typed: string, caller: Caller, audit: Audit): Promise<CustomerDetails> {
      const email = typed.trim()
      return inOneCommit(db, async (tx) => {
        await lockRecipient(tx, email)
        await holdCompany(tx, id)
        const { name, status, administrators } = await get(id, caller, tx)
        if (status !== 'active') throw refusal('company/wrong-status')
        if (administrators.length > 0) throw refusal('company/has-administrator')
        await invite(tx, { companyId: id, companyName: name, email }, caller)
        const record = { target: { type: 'company', id }, before: null, after: { email, role: 'ADMIN' } }
        await audit(tx, record)
        await addAuditEvent(tx, { ...record, companyId: id, action: 'member.invited', actor: personOf(caller), address: null })
        return get(id, caller, tx)
      })
    },
  }
}
