/** Another password while signed in. `worklist.md` B-1, threat T-PWD. */
import type { Kysely } from 'kysely'
import type { Proofs } from '#contract/auth/mfa.ts'
import { expiryOf } from '#contract/auth/password-policy.ts'
import type { securityEndpoints } from '#contract/auth/security.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Access, SessionCaller as Caller } from '#server/platform/security/access.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { findPasswordPolicy } from '#server/platform/security/security-policy.ts'
import { endSessionsOfUser } from '#server/platform/security/sessions.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import type { AccountLinks } from '../account-links.ts'
import type { StepUp } from '../mfa/step-up.ts'
import { refuseByPolicy, refuseEarlier } from '../next-password.ts'
import { removeOneTimeTokens } from '../one-time-tokens.repository.ts'
import { findPasswordDates, keepEarlierPassword, replacePasswordHash } from '../passwords.repository.ts'
import { isSsoSession } from '../sso/required.repository.ts'
import { findAccountOf } from '../users.repository.ts'
import { checkOwn } from './own.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly links: Pick<AccountLinks, 'changedHere'>
  readonly stepUp: StepUp
  readonly forget: Access['forget']
}

export type OwnPasswordService = ReturnType<typeof createOwnPasswordService>

type Facts = ReplyOf<typeof securityEndpoints.password>
const path = '/new'

export function createOwnPasswordService({ db, links, stepUp, forget }: Deps) {
  return {
    async facts(caller: Caller, userId: string): Promise<Facts> {
      checkOwn(caller, userId)
      const policy = await findPasswordPolicy(db, caller.companyId)
      const dates = await findPasswordDates(db, caller)
      if (!dates) throw refusal('user/not-found')
      const expiry = expiryOf(dates.changedAt ?? dates.joinedAt, policy)
      const asksPassword = !(await isSsoSession(db, caller.sessionId))
      const [changedAt, expiresAt] = [dates.changedAt?.toISOString() ?? null, expiry?.toISOString() ?? null]
      return { changedAt, expiresAt, policy, asksPassword }
    },

    /**
     * Ends every other session of the person; links that were sent to set a new one are dead.
     * @throws `auth/prove-again`, `auth/too-many-attempts`, `auth/codes-used-up`; `password/weak`, before a code is used up.
     */
    async change(caller: Caller, userId: string, { new: next, ...proofs }: Proofs & { new: string }, audit: Audit) {
      checkOwn(caller, userId)
      const account = await findAccountOf(db, caller)
      if (!account) throw refusal('user/not-found')
      const { passwordHash: from } = account
      await refuseByPolicy(db, account, next, path)
      const proof = await stepUp.prove(caller, proofs)
      await refuseEarlier(db, account, next, path)
      const to = await hashPassword(next)
      const ended = await inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        if (!(await replacePasswordHash(tx, { ...account, from, to }))) throw refusal('auth/prove-again')
        await keepEarlierPassword(tx, account, from)
        await removeOneTimeTokens(tx, account, 'reset')
        await links.changedHere(tx, account)
        const { companyId, sessionId } = caller
        const ids = await endSessionsOfUser(tx, companyId, userId, 'The password was changed.', sessionId)
        await audit(tx, { target: { type: 'member', id: userId }, after: { sessionsEnded: ids.length } })
        return ids
      })
      ended.forEach(forget)
      // It may have been one that could only do this.
      forget(caller.sessionId)
      return { success: true as const, ended: ended.length }
    },
  }
}
