/** A sign-in with a passkey: instead of password and code, or instead of the code. Decision 0012, threat T-MFA. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Session } from '#contract/auth/auth.ts'
import { type PasskeyRequest, passkeyLifetime, type RequestOptions, type SignedCredential } from '#contract/auth/passkeys.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAddressLimit } from '#server/platform/http/call-limit.ts'
import { type Challenge, findSignInChallenge, moveChallenge } from '../mfa/mfa-challenges.repository.ts'
import type { AuthService } from '../sign-in/auth.service.ts'
import { recordSignIn } from '../sign-in/login-audit.repository.ts'
import type { Origin } from '../sign-in/password-attempts.ts'
import { openPasskeyChallenge, takePasskeyChallenge } from './passkey-challenges.repository.ts'
import { findPasskey, listCredentials, type StoredPasskey, takeCounter } from './passkeys.repository.ts'
import type { RelyingParty } from './relying-party.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly party: RelyingParty
  readonly begin: AuthService['begin']
  /** Calls a minute and address. */
  readonly attemptLimit: number
}

export type PasskeySignInService = ReturnType<typeof createPasskeySignInService>

const notRight = 'The passkey was not accepted.'
const mayNotEnter = 'The account is deactivated or not confirmed.'

export function createPasskeySignInService({ db, party, begin, attemptLimit }: Deps) {
  const limitAddress = createAddressLimit(attemptLimit)

  async function openSecond({ challengeId, userId }: NonNullable<PasskeyRequest['second']>): Promise<Challenge> {
    const challenge = await findSignInChallenge(db, { challengeId, userId })
    if (challenge?.status !== 'open' || challenge.isOver) throw refusal('passkey/invalid')
    return challenge
  }

  async function refuse({ companyId, userId, email }: StoredPasskey, origin: Origin, failureReason: string): Promise<never> {
    await recordSignIn(db, { companyId, userId, email, success: false, failureReason, origin })
    throw refusal('passkey/invalid')
  }

  return {
    /** @throws `passkey/invalid` where the second factor of another sign-in, or of none, is asked for. */
    async begin(
      { second }: PasskeyRequest,
      origin: Origin,
    ): Promise<{ challengeId: string; options: RequestOptions; expiresIn: number }> {
      limitAddress(origin.ip)
      const sign = second ? await openSecond(second) : null
      const credentials = sign ? await listCredentials(db, sign) : []
      if (sign && credentials.length === 0) throw refusal('passkey/invalid')
      const options = await party.requestFor(credentials)
      const id = uuid()
      const whose = { companyId: sign?.companyId ?? null, userId: sign?.userId ?? null, mfaChallengeId: sign?.id ?? null }
      await openPasskeyChallenge(db, { id, purpose: sign ? 'second' : 'sign-in', challenge: options.challenge, ...whose })
      return { challengeId: id, options, expiresIn: passkeyLifetime }
    },

    /**
     * Begins a session, once. The challenge is used up by the call, whatever comes of it.
     * @throws `passkey/invalid`, the same for a challenge that is unknown, used or too old, for a passkey that is unknown or another person's,
     * for a signature that is wrong or for another address, and for a counter that went back.
     */
    async signIn(it: { challengeId: string; credential: SignedCredential }, origin: Origin): Promise<Session> {
      limitAddress(origin.ip)
      const challenge = await takePasskeyChallenge(db, it.challengeId, ['sign-in', 'second'])
      const passkey = challenge && (await findPasskey(db, it.credential.id))
      if (!challenge || !passkey) throw refusal('passkey/invalid')
      const { companyId, userId, email } = passkey
      const { mfaChallengeId } = challenge
      if (challenge.purpose === 'second' && challenge.userId !== userId) return refuse(passkey, origin, notRight)
      const counter = isOf(it.credential, userId) ? await party.signed(it.credential, challenge.challenge, passkey) : null
      if (counter === null) return refuse(passkey, origin, notRight)
      if (!passkey.mayEnter) return refuse(passkey, origin, mayNotEnter)
      // The password may have been changed, and the person deactivated, since the challenge of the sign-in was opened.
      const sign = mfaChallengeId === null ? null : await openSecond({ challengeId: mfaChallengeId, userId })
      const first = async (tx: Kysely<Tables>) => {
        if (mfaChallengeId !== null && !(await moveChallenge(tx, mfaChallengeId, 'user.proved'))) throw refusal('passkey/invalid')
        if (!(await takeCounter(tx, { companyId, userId, id: passkey.id, counter }))) throw refusal('passkey/invalid')
      }
      const session = await begin(userId, companyId, origin, { provider: sign?.provider ?? null, first }).catch(
        (thrown: unknown) => {
          if (thrown instanceof ProblemError && thrown.problem.code === 'passkey/invalid') return null
          throw thrown
        },
      )
      if (!session) return refuse(passkey, origin, notRight)
      await recordSignIn(db, { companyId, userId, email, success: true, failureReason: null, origin })
      return session
    },
  }
}

/** Whether the device means the person whose passkey it is, where it says whom it means. */
function isOf({ response: { userHandle } }: SignedCredential, userId: string): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === userId
}
