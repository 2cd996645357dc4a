/** Sign-in, refresh, me and sign-out. `decisions.md` section 3, threats T-PWD, T-REF and T-SESS. */
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Credentials, MfaChallenge, Session, User } from '#contract/auth/auth.ts'
import { type ProblemError, refusal, toProblem } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAttemptLimiter } from '#server/platform/http/attempt-limiter.ts'
import { addressKey } from '#server/platform/http/call-limit.ts'
import type { Access, Caller, SessionCaller } from '#server/platform/security/access.ts'
import { deviceOf, userAgentMax } from '#server/platform/security/device.ts'
import { passwordIsRight } from '#server/platform/security/passwords.ts'
import {
  endSession,
  findAddressOfSession,
  findLiveSession,
  findProviderOfSession,
  openSession,
  prolongSession,
} from '#server/platform/security/sessions.repository.ts'
import { hashOfToken, newRefreshToken, refreshGrace, refreshLifetime, type Tokens } from '#server/platform/security/tokens.ts'
import type { AdmitAddress } from '../../kit/company-addresses.ts'
import { refuseInMaintenance } from '../../kit/maintenance-gate.ts'
import type { AccountLinks } from '../account-links.ts'
import type { SecondFactor } from '../mfa/second-factor.ts'
import { mustUseSso, mustUseSsoFromNow, ssoSession } from '../sso/required.repository.ts'
import { type Credentials as Account, findCredentials, findUser, findVisitor, holdPassword } from '../users.repository.ts'
import { listSignInAddresses, recordSignIn } from './login-audit.repository.ts'
import { createPasswordAttempts, type Origin } from './password-attempts.ts'
import { addRefreshToken, findSessionOfToken, findSpentToken, spendRefreshToken } from './refresh-tokens.repository.ts'
import { clearSignInTries } from './sign-in-tries.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly tokens: Tokens
  readonly access: Access
  readonly admitAddress: AdmitAddress
  readonly secondFactor: Pick<SecondFactor, 'ask'>
  readonly links: Pick<AccountLinks, 'mayBeSent' | 'guessed'>
  /** Wrong passwords in a row before the next ones have to wait; five times as many a minute and address. */
  readonly signInLimit: number
  /** Where a provider is left that a session came from; null when it has no such place. */
  readonly logoutUrlOf?: (provider: string) => Promise<string | null>
}

export type AuthService = ReturnType<typeof createAuthService>

type SessionKey = { readonly sessionId: string; readonly userId: string; readonly companyId: string }

/** Somebody whose password was right, or whom a provider vouches for. */
type Proved = {
  readonly userId: string
  readonly companyId: string
  readonly origin: Origin
  /** Null: it was the password. */
  readonly provider: string | null
  /** What has to hold in the commit that lets them in, or asks for the second factor. */
  readonly first?: (tx: Transaction<Tables>) => Promise<void>
}

/** `first`: what has to go well in the same commit; nothing begins where it throws. */
type Beginning = Partial<Pick<Proved, 'provider' | 'first'>>

const minute = 60_000
/** One address may try more often than one account: a company may share it. */
const perAddress = 5

export function createAuthService({ db, tokens, access, admitAddress, secondFactor, links, signInLimit, logoutUrlOf }: Deps) {
  const byAddress = createAttemptLimiter({ max: signInLimit * perAddress, window: minute })
  const { admit, tell: tellOfGuesses } = createPasswordAttempts({ db, links, signInLimit })

  async function answer(whose: SessionKey, refreshToken: string): Promise<Session> {
    const user = await findUser(db, whose)
    if (!user) throw refusal('auth/token-invalid')
    const { token, expiresAt } = await tokens.issueAccess(whose)
    return { accessToken: token, refreshToken, expiresAt: expiresAt.toISOString(), serverTime: new Date().toISOString(), user }
  }

  /** Whether somebody whose right was proved may enter now, from here. @throws `maintenance/on`; `access/address` and `sso/required`, which are recorded */
  async function admitVisitor(whose: Omit<SessionKey, 'sessionId'>, origin: Origin, provider: string | null): Promise<void> {
    const { userId, companyId } = whose
    const visitor = await findVisitor(db, { userId, companyId })
    if (!visitor) return
    if (provider !== ssoSession && (await mustUseSso(db, { userId, companyId })))
      throw await refusedWithoutSso(db, { ...whose, origin })
    try {
      await admitAddress({ ...visitor, userId, companyId }, origin.ip)
    } catch (thrown) {
      await recordRefusal(db, { ...whose, origin }, "The IP address is not on the company's list.")
      throw thrown
    }
    refuseInMaintenance(visitor)
  }

  /** A session of somebody whose right to it was proved: the first refresh token of a family. */
  async function begin(userId: string, companyId: string, { ip, userAgent }: Origin, how: Beginning = {}): Promise<Session> {
    await admitVisitor({ userId, companyId }, { ip, userAgent }, how.provider ?? null)
    const sessionId = uuid()
    const refreshToken = newRefreshToken()
    const agent = userAgent?.slice(0, userAgentMax) ?? null
    const from = { ipAddress: ip, userAgent: agent, ...deviceOf(agent), provider: how.provider ?? null }
    const isLate = await inOneCommit(db, async (tx) => {
      // It may have been required since this person was admitted.
      if (from.provider !== ssoSession && (await mustUseSsoFromNow(tx, { userId, companyId }))) return true
      await how.first?.(tx)
      await openSession(tx, { id: sessionId, companyId, userId, lifetime: refreshLifetime, ...from })
      refuseInMaintenance(await findLiveSession(tx, sessionId))
      await addRefreshToken(tx, { hash: hashOfToken(refreshToken), sessionId, companyId, lifetime: refreshLifetime })
      return false
    })
    if (isLate) throw await refusedWithoutSso(db, { userId, companyId, origin: { ip, userAgent } })
    return answer({ sessionId, userId, companyId }, refreshToken)
  }

  /** A session, or the challenge of the second factor where the person has one. @throws `auth/codes-used-up`, `maintenance/on` */
  async function enter({ userId, companyId, origin, provider, first }: Proved): Promise<Session | MfaChallenge> {
    await admitVisitor({ userId, companyId }, origin, provider)
    const how = { provider, ...(first ? { first } : {}) }
    const challenge = await secondFactor.ask({ userId, companyId }, how)
    if (challenge) return challenge
    const session = await begin(userId, companyId, origin, how)
    await recordSignIn(db, { companyId, userId, email: session.user.email, success: true, failureReason: null, origin })
    return session
  }

  /** Spends the token and writes its child in one commit; null when it cannot be spent. */
  function rotate(token: string): Promise<SessionKey | null> {
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
  async function repeated(token: string): Promise<SessionKey | null> {
    const spent = await findSpentToken(db, hashOfToken(token))
    if (!spent) return null
    if (spent.age <= refreshGrace) {
      const session = await findLiveSession(db, spent.sessionId)
      refuseInMaintenance(session)
      return session
    }
    await endSession(db, spent.sessionId, 'An old refresh token was used again.')
    access.forget(spent.sessionId)
    return null
  }

  async function sessionOfBearer(bearer: string | null): Promise<string | null> {
    try {
      const caller = bearer === null ? null : await access.identify(`Bearer ${bearer}`)
      return caller?.kind === 'session' ? caller.sessionId : null
    } catch (thrown) {
      if (toProblem(thrown).status === 401) return null
      throw thrown
    }
  }

  const sessionOfRefresh = async (token?: string) => (token === undefined ? null : findSessionOfToken(db, hashOfToken(token)))

  return {
    begin,
    enter,

    /**
     * @throws `auth/invalid-credentials`, the same for an unknown email, a wrong password and somebody who was deactivated, in the same time;
     * `auth/not-confirmed` to whoever knows the password; `auth/too-many-attempts`, which judges nothing and is no row of the audit.
     */
    async signIn({ email, password }: Credentials, origin: Origin): Promise<Session | MfaChallenge> {
      const account = email.trim().toLowerCase()
      const address = addressKey(origin.ip)
      // The address first: what it tries beyond its own limit counts against nobody's account.
      const wait = byAddress.take(address)
      if (wait > 0) throw refusal('auth/too-many-attempts', { retryAfter: wait })
      const found = await findCredentials(db, account)
      const known = await listSignInAddresses(db, found)
      const isKnown = known.some((ip) => addressKey(ip) === address)
      const tried = { email: account, knownAddress: isKnown ? address : null }
      const failures = await admit(tried)
      const isRight = await passwordIsRight(password, found?.passwordHash ?? null)
      const failureReason = reasonOf(found, isRight)
      if (found === null || failureReason !== null) {
        const { companyId = null, userId = null } = found ?? {}
        await recordSignIn(db, { companyId, userId, email: account, success: false, failureReason, origin })
        if (!isKnown) await tellOfGuesses(account, origin, failures)
        throw refusal(failureReason === notConfirmed ? 'auth/not-confirmed' : 'auth/invalid-credentials')
      }
      await clearSignInTries(db, tried)
      byAddress.refund(address)
      // The password may have been changed while it was judged: whoever changed it ended the sessions that were there by then.
      const first = async (tx: Transaction<Tables>) => {
        if (!(await holdPassword(tx, found))) throw refusal('auth/invalid-credentials')
      }
      return enter({ userId: found.userId, companyId: found.companyId, origin, provider: null, first })
    },

    /** Whether this is the caller's password. Wrong ones count as those of sign-ins do from where the session began. @throws `auth/too-many-attempts` */
    async isPasswordOf({ userId, companyId, sessionId }: SessionCaller, password: string): Promise<boolean> {
      const user = await findUser(db, { userId, companyId })
      const account = user?.email.toLowerCase() ?? userId
      const tried = { email: account, knownAddress: addressKey((await findAddressOfSession(db, sessionId)) ?? sessionId) }
      await admit(tried)
      const found = await findCredentials(db, account)
      const isRight = await passwordIsRight(password, found?.userId === userId ? found.passwordHash : null)
      if (isRight) await clearSignInTries(db, tried)
      return isRight
    },

    /** @throws `access/address`; `auth/refresh-failed` for a token that is unknown, old, or of a session that ended. */
    async refresh(token: string, ip: string): Promise<Session> {
      // Before it is spent: from an address that is let in it is as good as before.
      const sessionId = await sessionOfRefresh(token)
      const session = sessionId && (await findLiveSession(db, sessionId))
      if (session) await admitAddress(session, ip)
      const whose = (await rotate(token)) ?? (await repeated(token))
      if (!whose) throw refusal('auth/refresh-failed')
      return answer(whose, tokens.childOf(token))
    },

    /** Ends the session of the bearer, or of the refresh token where the bearer is over. Of neither: there is nothing to end. */
    async signOut(bearer: string | null, refreshToken?: string): Promise<{ success: true; logoutUrl: string | null }> {
      const sessionId = (await sessionOfBearer(bearer)) ?? (await sessionOfRefresh(refreshToken))
      if (sessionId === null) return { success: true, logoutUrl: null }
      const provider = await findProviderOfSession(db, sessionId)
      await endSession(db, sessionId, 'Signed out.')
      access.forget(sessionId)
      return { success: true, logoutUrl: provider === null ? null : ((await logoutUrlOf?.(provider)) ?? null) }
    },

    async me(caller: Caller): Promise<User> {
      const user = await findUser(db, caller)
      if (!user) throw refusal('auth/token-invalid')
      return user
    },
  }
}

const notConfirmed = 'The account was not confirmed.'

/** Why somebody may not enter, for the audit; null: they may. What is wrong with the account tells only whoever knows its password. */
function reasonOf(found: Pick<Account, 'active' | 'confirmed'> | null, isRight: boolean): string | null {
  if (!found) return 'No account has this email.'
  if (!isRight) return 'The password was wrong.'
  if (!found.active) return 'The account was deactivated.'
  return found.confirmed ? null : notConfirmed
}

/** Sign-ins of people whose right was proved, and who may not enter all the same: each is in the login history. */
type Refused = {
  readonly userId: string
  readonly companyId: string
  readonly origin: { readonly ip: string; readonly userAgent: string | null }
}

async function recordRefusal(db: Kysely<Tables>, { userId, companyId, origin }: Refused, failureReason: string): Promise<void> {
  const email = (await findUser(db, { userId, companyId }))?.email ?? ''
  await recordSignIn(db, { companyId, userId, email, success: false, failureReason, origin })
}

/** The refusal of a sign-in by anything else than single sign-on, recorded. */
async function refusedWithoutSso(db: Kysely<Tables>, it: Refused): Promise<ProblemError> {
  await recordRefusal(db, it, 'The company requires single sign-on.')
  return refusal('sso/required')
}
