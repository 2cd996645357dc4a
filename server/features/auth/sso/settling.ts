/** Connects a proved identity to the account of its person, and makes the account where there is none. */
import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { lockRecipient } from '#server/platform/mail/recipients.repository.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { removeOneTimeTokens } from '../one-time-tokens.repository.ts'
import { addIdentity } from '../sign-in/identities.repository.ts'
import type { MemberQuota } from '../sign-up/invitation.service.ts'
import { addUser, confirmUser, takeOverUnconfirmed } from '../users.repository.ts'
import { type Assertion, type Decision, decide, issuerKey } from './decision.ts'
import { namesOf } from './names-of.ts'
import { ssoSession } from './required.repository.ts'

const wordBytes = 32

type Deps = { readonly db: Kysely<Tables>; readonly quotas: MemberQuota }

export function createSettling({ db, quotas }: Deps) {
  /** Connects the identity, and makes the account where there is none. @returns whose it is */
  async function settle(
    whose: Parameters<typeof decide>[1],
    it: Assertion,
    decision: Exclude<Decision, { type: 'refused' }>,
    audit: Audit,
  ) {
    const { companyId } = whose
    if (decision.type === 'member' && decision.isLinked) return decision.userId
    const passwordHash = await hashPassword(randomBytes(wordBytes).toString('base64url'))
    return inOneCommit(db, async (tx) => {
      await lockRecipient(tx, decision.email)
      // Somebody may have come in between.
      const now = await decide(tx, whose, it)
      if (now.type === 'refused') throw refusal(now.code, { message: now.reason })
      if (now.type === 'member' && now.isLinked) return now.userId
      const userId = now.type === 'member' ? now.userId : await join(tx, companyId, it, { ...now, passwordHash }, audit)
      if (now.type === 'member') await confirmUser(tx, { companyId, userId })
      const identity = { issuer: issuerKey(companyId, it.issuer), subject: it.subject, provider: ssoSession }
      if (!(await addIdentity(tx, { ...identity, companyId, userId }))) throw refusal('oauth/failed')
      return userId
    })
  }

  type Joining = Extract<Decision, { type: 'new' }> & { readonly passwordHash: string }
  /** Nobody knows the password of the account: a link for another one can be asked for where passwords sign in. */
  async function join(
    tx: Transaction<Tables>,
    companyId: string,
    it: Assertion,
    { email, unproved, passwordHash }: Joining,
    audit: Audit,
  ) {
    const person = { companyId, ...namesOf(it, email), role: 'USER' as const, passwordHash }
    const userId = unproved?.userId ?? uuid()
    if (unproved) {
      for (const kind of ['confirm', 'reset'] as const) await removeOneTimeTokens(tx, unproved, kind)
      if (!(await takeOverUnconfirmed(tx, unproved, person))) throw refusal('oauth/failed')
    } else await addUser(tx, { ...person, id: userId, email })
    await quotas.refuseMembers(tx, companyId)
    const target = { type: 'member', id: userId } as const
    await audit(tx, {
      companyId,
      action: 'member.joined',
      actor: { kind: 'person', id: userId },
      target,
      after: { email, role: 'USER' },
    })
    return userId
  }

  return settle
}
