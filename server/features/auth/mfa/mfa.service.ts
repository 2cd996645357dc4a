/** The second step of a sign-in. `core-platform.md` sections 7 and 8, `decisions.md` section 3, threat T-MFA. */
import type { Kysely } from 'kysely'

import type { Session } from '#contract/auth/auth.ts'
import type { MfaProof } from '#contract/auth/mfa.ts'
import { resendPause } from '#contract/kit/one-time-code.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAddressLimit } from '#server/platform/http/call-limit.ts'
import type { AuthService } from '../sign-in/auth.service.ts'
import { recordSignIn } from '../sign-in/login-audit.repository.ts'
import type { Origin } from '../sign-in/password-attempts.ts'
import { type Challenge, findSignInChallenge } from './mfa-challenges.repository.ts'
import type { SecondFactor } from './second-factor.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly secondFactor: SecondFactor
  readonly begin: AuthService['begin']
  /** Calls a minute and address. */
  readonly attemptLimit: number
}

export type MfaService = ReturnType<typeof createMfaService>

const wrongCode = 'The code was wrong.'
const notTried = 'The code had expired, or MFA was locked.'
const usedBefore = 'The code had already been used.'

export function createMfaService({ db, secondFactor, begin, attemptLimit }: Deps) {
  const limitAddress = createAddressLimit(attemptLimit)

  const record = ({ companyId, userId, email }: Challenge, origin: Origin, failureReason: string | null) =>
    recordSignIn(db, { companyId, userId, email, success: failureReason === null, failureReason, origin })

  async function refuse(challenge: Challenge, origin: Origin, reason: string): Promise<never> {
    await record(challenge, origin, reason)
    throw refusal('auth/mfa-invalid')
  }

  return {
    /**
     * Begins the session of the challenge, once.
     * @throws `auth/mfa-invalid`, the same for a wrong code and for a challenge that is unknown, another's, over or locked; `auth/mfa-malformed`
     * for a method that is not the challenge's.
     */
    async verify({ challengeId, userId, token, method }: MfaProof, origin: Origin): Promise<Session> {
      limitAddress(origin.ip)
      const challenge = await findSignInChallenge(db, { challengeId, userId })
      if (!challenge) throw refusal('auth/mfa-invalid')
      const isOpen = challenge.status === 'open' && !challenge.isOver
      if (isOpen && method !== 'recovery' && method !== challenge.method) throw refusal('auth/mfa-malformed')
      const proof = await secondFactor.tryCode(challenge, token, method === 'recovery')
      if (proof === 'wrong') return refuse(challenge, origin, wrongCode)
      if (proof === 'not tried') return refuse(challenge, origin, notTried)
      const first = async (tx: Kysely<Tables>) => {
        if (!(await secondFactor.take(tx, challenge, proof))) throw refusal('auth/mfa-invalid')
      }
      const { companyId, provider } = challenge
      const session = await begin(userId, companyId, origin, { provider, first }).catch((thrown: unknown) => {
        if (thrown instanceof ProblemError && thrown.problem.code === 'auth/mfa-invalid') return null
        throw thrown
      })
      if (!session) return refuse(challenge, origin, usedBefore)
      await record(challenge, origin, null)
      return session
    },

    /** @throws `auth/mfa-invalid` as above, `auth/codes-used-up` when it is too early or too often. */
    async resend(it: Pick<MfaProof, 'challengeId' | 'userId'>, origin: Origin): Promise<{ success: true; nextIn: number }> {
      limitAddress(origin.ip)
      const challenge = await findSignInChallenge(db, it)
      if (challenge?.status !== 'open') throw refusal('auth/mfa-invalid')
      await secondFactor.resend(challenge, 'sign-in')
      return { success: true, nextIn: resendPause }
    },
  }
}
