/** Another password while signed in. `worklist.md` B-1, threat T-PWD. */
import type { Kysely } from 'kysely'
import type { Proofs } from '#contract/auth/mfa.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Access, SessionCaller as Caller } from '#server/platform/security/access.ts'
import { refuseWeakPassword, weak } from '#server/platform/security/new-password.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { endSessionsOfUser } from '#server/platform/security/sessions.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import type { AccountLinks } from '../account-links.ts'
import type { StepUp } from '../mfa/step-up.ts'
import { removeOneTimeTokens } from '../one-time-tokens.repository.ts'
import { findAccountOf } from '../users.repository.ts'
import { checkOwn } from './own.ts'
import { findPasswordChange, replacePasswordHash } from './own-password.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly links: Pick<AccountLinks, 'changedHere'>
  readonly stepUp: StepUp
  readonly forget: Access['forget']
}

export type OwnPasswordService = ReturnType<typeof createOwnPasswordService>

const path = '/new'

export function createOwnPasswordService({ db, links, stepUp, forget }: Deps) {
  return {
    async changedAt(caller: Caller, userId: string): Promise<{ changedAt: string | null }> {
      checkOwn(caller, userId)
      return { changedAt: (await findPasswordChange(db, caller))?.toISOString() ?? null }
    },

    /**
     * Ends every other session of the person; links that were sent to set a new one are dead.
     * @throws `auth/prove-again`, `auth/too-many-attempts`, `auth/codes-used-up`; `password/weak`, before a code is used up.
     */
    async change(caller: Caller, userId: string, { new: next, ...proofs }: Proofs & { new: string }, audit: Audit) {
      checkOwn(caller, userId)
      const account = await findAccountOf(db, caller)
      if (!account) throw refusal('user/not-found')
      const { email, firstName, lastName, companyName, passwordHash: from } = account
      await refuseWeakPassword({ password: next, email, names: [firstName, lastName, companyName], path })
      const proof = await stepUp.prove(caller, proofs)
      if (proofs.password === next) throw weak(path, 'is the one that you have now')
      const to = await hashPassword(next)
      const ended = await inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        if (!(await replacePasswordHash(tx, { ...account, from, to }))) throw refusal('auth/prove-again')
        await removeOneTimeTokens(tx, account, 'reset')
        await links.changedHere(tx, account)
        const { companyId, sessionId } = caller
        const ids = await endSessionsOfUser(tx, companyId, userId, 'The password was changed.', sessionId)
        await audit(tx, { target: { type: 'member', id: userId }, after: { sessionsEnded: ids.length } })
        return ids
      })
      ended.forEach(forget)
      return { success: true as const, ended: ended.length }
    },
  }
}
