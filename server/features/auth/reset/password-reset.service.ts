/** A forgotten password. `decisions.md` section 3, threat T-RESET. */
import type { Kysely } from 'kysely'

import type { PasswordRules } from '#contract/auth/password-rules.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAddressLimit } from '#server/platform/http/call-limit.ts'
import { inFixedTime } from '#server/platform/http/constant-time.ts'
import { lockRecipient } from '#server/platform/mail/recipients.repository.ts'
import type { Access } from '#server/platform/security/access.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { findPasswordPolicy } from '#server/platform/security/security-policy.ts'
import { endSessionsOfUser } from '#server/platform/security/sessions.repository.ts'
import { hashOfToken } from '#server/platform/security/tokens.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import type { AccountLinks } from '../account-links.ts'
import { refuseByPolicy, refuseEarlier } from '../next-password.ts'
import { findOneTimeToken, spendOneTimeToken } from '../one-time-tokens.repository.ts'
import { removePasskeys } from '../passkeys/passkeys.repository.ts'
import { keepEarlierPassword } from '../passwords.repository.ts'
import { removeIdentities } from '../sign-in/identities.repository.ts'
import { clearAllSignInTries } from '../sign-in/sign-in-tries.repository.ts'
import { mustUseSso } from '../sso/required.repository.ts'
import { confirmUser, findAccount, findAccountOf, setPasswordHash } from '../users.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly links: AccountLinks
  readonly forget: Access['forget']
  /** Calls a minute and address. */
  readonly attemptLimit: number
  /** Nothing that could send a message is set up. */
  readonly isKept: boolean
}

export type PasswordResetService = ReturnType<typeof createPasswordResetService>

/** Milliseconds, longer than the work of a commit. */
const requestTime = 250
const path = '/password/new'

export function createPasswordResetService({ db, links, forget, attemptLimit, isKept }: Deps) {
  const admitRequest = createAddressLimit(attemptLimit)
  const admitUpdate = createAddressLimit(attemptLimit)

  /** @throws `password/reset-dead` for a token that is unknown, used, ran out, or of somebody who was switched off. */
  async function ownerOf(hash: string) {
    const found = await findOneTimeToken(db, 'reset', hash)
    const account = found && !found.isUsed ? await findAccountOf(db, found) : null
    if (!account?.active) throw refusal('password/reset-dead')
    return account
  }

  return {
    /** The same answer in the same time for every address. */
    async request(email: string, ip: string): Promise<{ success: true; isKept: boolean }> {
      admitRequest(ip)
      await inFixedTime(requestTime, () =>
        inOneCommit(db, async (tx) => {
          await lockRecipient(tx, email)
          const account = await findAccount(tx, email)
          if (!account?.active || !(await links.mayBeSent(tx, account.email, 'reset'))) return
          await ((await mustUseSso(tx, account)) ? links.usesSso(tx, account) : links.reset(tx, account))
        }),
      )
      return { success: true, isKept }
    },

    /** @throws `password/reset-dead` */
    async rules(token: string | null, ip: string): Promise<PasswordRules> {
      admitUpdate(ip)
      const { companyId } = await ownerOf(hashOfToken(token ?? ''))
      return findPasswordPolicy(db, companyId)
    },

    /**
     * Spends the token of the link, ends every session of the person and disconnects their identities at providers and removes their passkeys. It opens none: the next sign-in asks for all that any sign-in asks for.
     * Whoever holds the link reads the email, so the account is confirmed as well.
     * @throws `password/reset-dead`; `password/weak`, and then the link still works.
     */
    async update(token: string | null, password: string, ip: string, audit: Audit): Promise<{ success: true }> {
      admitUpdate(ip)
      const hash = hashOfToken(token ?? '')
      const account = await ownerOf(hash)
      await refuseByPolicy(db, account, password, path)
      await refuseEarlier(db, account, password, path)
      const passwordHash = await hashPassword(password)
      const ended = await inOneCommit(db, async (tx) => {
        if (!(await spendOneTimeToken(tx, 'reset', hash))) throw refusal('password/reset-dead')
        await keepEarlierPassword(tx, account, account.passwordHash)
        await setPasswordHash(tx, { ...account, passwordHash })
        await clearAllSignInTries(tx, account.email)
        await confirmUser(tx, account)
        // Somebody else may have added one meanwhile.
        await removeIdentities(tx, account)
        await removePasskeys(tx, account)
        await links.changed(tx, account)
        const { companyId, userId } = account
        const sessions = await endSessionsOfUser(tx, companyId, userId, 'The password was reset.')
        await audit(tx, { companyId, actor: { kind: 'person', id: userId }, target: { type: 'member', id: userId } })
        return sessions
      })
      for (const sessionId of ended) forget(sessionId)
      return { success: true }
    },
  }
}
