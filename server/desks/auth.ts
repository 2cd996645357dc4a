/** Sign-in, refresh, me and sign-out. `decisions.md` section 3, threats T-PWD, T-REF and T-SESS. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Credentials, Session, User } from '../../contract/auth.ts'
import { refusal } from '../../contract/problem.ts'
import type { Access, Caller } from '../access.ts'
import { createAttemptLimiter } from '../attempt-limiter.ts'
import { refuseInMaintenance } from '../maintenance-gate.ts'
import { passwordIsRight } from '../passwords.ts'
import { inOneCommit } from '../store/commit.ts'
import { addRefreshToken, findSpentToken, spendRefreshToken } from '../store/refresh-tokens.ts'
import { endSession, findLiveSession, openSession, prolongSession } from '../store/sessions.ts'
import type { Tables } from '../store/tables.ts'
import { findCredentials, findUser } from '../store/users.ts'
import { hashOfToken, newRefreshToken, refreshGrace, refreshLifetime, type Tokens } from '../tokens.ts'

type Means = {
  readonly db: Kysely<Tables>
  readonly tokens: Tokens
  readonly access: Access
  /** Wrong passwords a minute and account. */
  readonly signInLimit: number
}

/** Where a sign-in comes from. */
export type Origin = { readonly ip: string; readonly userAgent: string | null }

export type AuthDesk = ReturnType<typeof createAuthDesk>

type Whose = { readonly sessionId: string; readonly userId: string; readonly companyId: string }

const minute = 60_000
/** One address may try more often than one account: a company may share it. */
const perAddress = 5
const userAgentMax = 512

export function createAuthDesk({ db, tokens, access, signInLimit }: Means) {
  const byAccount = createAttemptLimiter({ max: signInLimit, window: minute })
  const byAddress = createAttemptLimiter({ max: signInLimit * perAddress, window: minute })

  async function answer(whose: Whose, refreshToken: string): Promise<Session> {
    const user = await findUser(db, whose)
    if (!user) throw refusal('auth/token-invalid')
    const { token, expiresAt } = await tokens.issueAccess(whose)
    return { accessToken: token, refreshToken, expiresAt: expiresAt.toISOString(), serverTime: new Date().toISOString(), user }
  }

  /** A session of somebody whose right to it was proved: the first refresh token of a family. */
  async function begin(userId: string, companyId: string, { ip, userAgent }: Origin): Promise<Session> {
    const sessionId = uuid()
    const refreshToken = newRefreshToken()
    await inOneCommit(db, async (tx) => {
      const agent = userAgent?.slice(0, userAgentMax) ?? null
      await openSession(tx, { id: sessionId, companyId, userId, lifetime: refreshLifetime, ipAddress: ip, userAgent: agent })
      const session = await findLiveSession(tx, sessionId)
      if (session) refuseInMaintenance(session)
      await addRefreshToken(tx, { hash: hashOfToken(refreshToken), sessionId, companyId, lifetime: refreshLifetime })
    })
    return answer({ sessionId, userId, companyId }, refreshToken)
  }

  /** Spends the token and writes its child in one commit; null when it cannot be spent. */
  function rotate(token: string): Promise<Whose | null> {
    return inOneCommit(db, async (tx) => {
      const spent = await spendRefreshToken(tx, hashOfToken(token))
      const session = spent && (await findLiveSession(tx, spent.sessionId))
      if (!session) return null
      // Before the commit: the token stays good for the time after.
      refuseInMaintenance(session)
      const { sessionId, companyId } = session
      await addRefreshToken(tx, { hash: hashOfToken(tokens.childOf(token)), sessionId, companyId, lifetime: refreshLifetime })
      await prolongSession(tx, sessionId, refreshLifetime)
      return session
    })
  }

  /** A token that was used before: just now the answer may have been lost; later it was stolen, from us or from the thief. */
  async function repeated(token: string): Promise<Whose | null> {
    const spent = await findSpentToken(db, hashOfToken(token))
    if (!spent) return null
    if (spent.age <= refreshGrace) {
      const session = await findLiveSession(db, spent.sessionId)
      if (session) refuseInMaintenance(session)
      return session
    }
    await endSession(db, spent.sessionId, 'An old refresh token was used again.')
    access.forget(spent.sessionId)
    return null
  }

  return {
    begin,

    /** @throws `auth/invalid-credentials`, the same for an unknown e-mail and a wrong password, in the same time. */
    async signIn({ email, password }: Credentials, origin: Origin): Promise<Session> {
      const account = email.trim().toLowerCase()
      const wait = Math.max(byAccount.take(account), byAddress.take(origin.ip))
      if (wait > 0) throw refusal('auth/too-many-attempts', { retryAfter: wait })
      const found = await findCredentials(db, account)
      const isRight = await passwordIsRight(password, found?.passwordHash ?? null)
      if (!found || !isRight || !found.active) throw refusal('auth/invalid-credentials')
      if (!found.confirmed) throw refusal('auth/not-confirmed')
      byAccount.giveBack(account)
      byAddress.giveBack(origin.ip)
      return begin(found.userId, found.companyId, origin)
    },

    /** @throws `auth/refresh-failed` for a token that is unknown, old, or of a session that ended. */
    async refresh(token: string): Promise<Session> {
      const whose = (await rotate(token)) ?? (await repeated(token))
      if (!whose) throw refusal('auth/refresh-failed')
      return answer(whose, tokens.childOf(token))
    },

    async signOut({ sessionId }: Caller): Promise<{ success: true; logoutUrl: string | null }> {
      await endSession(db, sessionId, 'Signed out.')
      access.forget(sessionId)
      return { success: true, logoutUrl: null }
    },

    async me(caller: Caller): Promise<User> {
      const user = await findUser(db, caller)
      if (!user) throw refusal('auth/token-invalid')
      return user
    },
  }
}
