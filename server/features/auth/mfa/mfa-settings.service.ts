/** The own second factor: on, off, its recovery codes, the phone that codes go to. `studio-account-settings.md` sections 4 and 7, threat T-MFA. */
import type { Kysely } from 'kysely'
import pictures from 'qrcode'
import type { Static } from 'typebox'

import type { MfaMethod, MfaSettings, mfaEndpoints } from '#contract/auth/mfa.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { factorSwitchedOff, factorSwitchedOn } from '#server/platform/mail/mails.ts'
import type { Access, SessionCaller as Caller } from '#server/platform/security/access.ts'
import { phoneNumberOf } from '#server/platform/security/phone-number.ts'
import { endSessionsOfUser } from '#server/platform/security/sessions.repository.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { notifyOwner } from '../owner-notices.ts'
import type { AuthService } from '../sign-in/auth.service.ts'
import { type Challenge, closeChallenges, countChallenges, newestChallenge, type Purpose } from './mfa-challenges.repository.ts'
import { findFactor, planFactor, removeFactor, switchFactorOn } from './mfa-factors.repository.ts'
import { countUnusedRecoveryCodes, replaceRecoveryCodes } from './mfa-recovery-codes.repository.ts'
import { findTargets, setVerifiedPhone } from './mfa-targets.repository.ts'
import { authenticatorAddress, type CodeHashes, newAuthenticatorSecret, newRecoveryCode } from './one-time-code.ts'
import { masked, type Proof, type SecondFactor } from './second-factor.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly hashes: CodeHashes
  readonly access: Access
  readonly secondFactor: SecondFactor
  readonly isPasswordOf: AuthService['isPasswordOf']
}

type Proofs = { readonly password?: string; readonly code?: string }
type Enabled = Static<typeof mfaEndpoints.enable.reply>

export type MfaSettingsService = ReturnType<typeof createMfaSettingsService>

const recoveryCodesCount = 10
/** Milliseconds to set an authenticator up: whoever has none installs one meanwhile. */
const enrolmentLifetime = 15 * 60_000
/** Numbers that one person may try to make their own within an hour: each is an SMS to somebody. */
const phonesAnHour = 10
const everyPurpose: readonly Purpose[] = ['sign-in', 'enable', 'phone', 'prove']

export function createMfaSettingsService({ db, vault, hashes, access, secondFactor, isPasswordOf }: Deps) {
  /** Another person's factor is nobody's business. @throws `user/not-found` */
  function checkOwn({ userId }: Caller, asked: string): void {
    if (asked !== userId) throw refusal('user/not-found')
  }

  /** @throws `auth/prove-again` unless the password and, where a factor is on, a code are right. The proof is still to be taken. */
  async function prove(caller: Caller, { password, code }: Proofs): Promise<Proof | null> {
    if (password === undefined || !(await isPasswordOf(caller, password))) throw refusal('auth/prove-again')
    const factor = await findFactor(db, vault, caller)
    return factor?.isOn ? secondFactor.prove(caller, factor, code) : null
  }

  async function taken(tx: Kysely<Tables>, caller: Caller, proof: Proof | null): Promise<void> {
    if (proof && !(await secondFactor.take(tx, caller, proof))) throw refusal('auth/prove-again')
  }

  async function checkOn(caller: Caller): Promise<void> {
    if (!(await findFactor(db, vault, caller))?.isOn) throw refusal('mfa/not-on')
  }

  /** A code for a challenge that the caller began. @throws `mfa/code-wrong`, `auth/codes-used-up` */
  async function tried(challenge: Challenge, code: string): Promise<Proof> {
    const proof = await secondFactor.tryCode(challenge, code, false)
    if (proof === 'wrong') throw refusal('mfa/code-wrong')
    if (proof !== 'not tried') return proof
    if (challenge.isOver || challenge.status === 'passed') throw overAlready()
    throw refusal('auth/codes-used-up')
  }

  async function newRecoveryCodes(tx: Kysely<Tables>, caller: Caller): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodesCount }, newRecoveryCode)
    const hashesOfCodes = codes.map((code) => hashes.ofRecovery(caller.userId, code.replace('-', '')))
    await replaceRecoveryCodes(tx, caller, hashesOfCodes)
    return codes
  }

  async function planned(caller: Caller, method: MfaMethod): Promise<Enabled> {
    const secret = method === 'app' ? newAuthenticatorSecret() : null
    const target = await secondFactor.targetOf(method, caller)
    const { companyId, userId } = caller
    const lifetime = method === 'app' ? { lifetime: enrolmentLifetime } : {}
    await inOneCommit(db, async (tx) => {
      if (!(await planFactor(tx, vault, { companyId, userId, method, secret }))) throw refusal('mfa/already-on')
      await closeChallenges(tx, caller, ['enable'])
      await secondFactor.open(tx, { companyId, userId, purpose: 'enable', method, target, ...lifetime })
    })
    if (secret === null) return { message: `A code was sent to ${masked(target)}.`, target: masked(target) ?? '' }
    const email = (await findTargets(db, caller))?.email ?? userId
    const qrCode = await pictures.toDataURL(authenticatorAddress(secret, email))
    return { message: 'Scan the picture with your authenticator, then enter the code that it shows.', qrCode, secret }
  }

  return {
    async settings(caller: Caller, userId: string): Promise<Static<typeof MfaSettings>> {
      checkOwn(caller, userId)
      const factor = await findFactor(db, vault, caller)
      const method = factor?.isOn ? factor.method : null
      return { enabled: method !== null, method, recoveryCodesLeft: await countUnusedRecoveryCodes(db, caller) }
    },

    /** @throws `mfa/already-on`, `auth/prove-again`, `auth/codes-used-up` */
    async enable(caller: Caller, userId: string, { method, ...proofs }: Proofs & { method: MfaMethod }): Promise<Enabled> {
      checkOwn(caller, userId)
      if ((await findFactor(db, vault, caller))?.isOn) throw refusal('mfa/already-on')
      await prove(caller, proofs)
      if (method === 'sms' && (await secondFactor.targetOf(method, caller)) === null) {
        return { phoneVerificationRequired: true, message: refusal('mfa/phone-needed').problem.message }
      }
      return planned(caller, method)
    },

    /** Ends the person's other sessions: they began without the factor. @throws `mfa/code-wrong`, `mfa/already-on`, `auth/codes-used-up` */
    async activate(caller: Caller, userId: string, it: { code: string; method: MfaMethod }) {
      checkOwn(caller, userId)
      const factor = await findFactor(db, vault, caller)
      if (factor?.isOn) throw refusal('mfa/already-on')
      const challenge = await newestChallenge(db, { ...whoseOf(caller), purpose: 'enable' })
      if (challenge?.method !== it.method || factor?.method !== it.method) throw overAlready()
      const proof = await tried(challenge, it.code)
      const { recoveryCodes, ended } = await inOneCommit(db, async (tx) => {
        if (!(await secondFactor.take(tx, caller, proof))) throw refusal('mfa/code-wrong')
        if (!(await switchFactorOn(tx, { ...whoseOf(caller), method: it.method }))) throw refusal('mfa/already-on')
        await closeChallenges(tx, caller, everyPurpose)
        await notifyOwner(tx, caller, factorSwitchedOn)
        const reason = 'The second factor was switched on.'
        const ended = await endSessionsOfUser(tx, caller.companyId, userId, reason, caller.sessionId)
        return { recoveryCodes: await newRecoveryCodes(tx, caller), ended }
      })
      ended.forEach(access.forget)
      return { success: true, recoveryCodes }
    },

    /** @throws `mfa/not-on`, `auth/prove-again` */
    async disable(caller: Caller, userId: string, proofs: Proofs): Promise<{ success: boolean }> {
      checkOwn(caller, userId)
      await checkOn(caller)
      const proof = await prove(caller, proofs)
      await inOneCommit(db, async (tx) => {
        await taken(tx, caller, proof)
        if (!(await removeFactor(tx, caller))) throw refusal('mfa/not-on')
        await replaceRecoveryCodes(tx, caller, [])
        await closeChallenges(tx, caller, everyPurpose)
        await notifyOwner(tx, caller, factorSwitchedOff)
      })
      return { success: true }
    },

    /** @throws `mfa/not-on`, `auth/prove-again` */
    async recoveryCodes(caller: Caller, userId: string, proofs: Proofs): Promise<{ recoveryCodes: string[] }> {
      checkOwn(caller, userId)
      await checkOn(caller)
      const proof = await prove(caller, proofs)
      const recoveryCodes = await inOneCommit(db, async (tx) => {
        await taken(tx, caller, proof)
        return newRecoveryCodes(tx, caller)
      })
      return { recoveryCodes }
    },

    /** @throws `auth/prove-again`, `auth/codes-used-up` */
    async addPhone(caller: Caller, userId: string, { phone, ...proofs }: Proofs & { phone: string }) {
      checkOwn(caller, userId)
      const target = numberOf(phone)
      const proof = await prove(caller, proofs)
      const asked = { ...whoseOf(caller), purpose: 'phone' } as const
      await inOneCommit(db, async (tx) => {
        await taken(tx, caller, proof)
        if ((await countChallenges(tx, asked)) >= phonesAnHour) throw refusal('auth/codes-used-up')
        await closeChallenges(tx, caller, ['phone'])
        await secondFactor.open(tx, { ...asked, method: 'sms', target })
      })
      return { success: true, verificationRequired: true }
    },

    /** @throws `mfa/code-wrong`, `auth/codes-used-up` */
    async verifyPhone(caller: Caller, userId: string, it: { phone: string; code: string }): Promise<{ success: boolean }> {
      checkOwn(caller, userId)
      const phone = numberOf(it.phone)
      const challenge = await newestChallenge(db, { ...whoseOf(caller), purpose: 'phone' })
      if (challenge?.target !== phone) throw overAlready()
      const proof = await tried(challenge, it.code)
      await inOneCommit(db, async (tx) => {
        if (!(await secondFactor.take(tx, caller, proof))) throw refusal('mfa/code-wrong')
        await setVerifiedPhone(tx, { ...whoseOf(caller), phone })
      })
      return { success: true }
    },
  }
}

const whoseOf = ({ companyId, userId }: Caller) => ({ companyId, userId })

const overAlready = () => refusal('mfa/code-wrong', { message: 'This code is not good any more. Ask for a new one.' })

/** @throws `profile/phone-malformed` */
function numberOf(typed: string): string {
  const number = phoneNumberOf(typed)
  if (number !== null) return number
  const { message } = refusal('profile/phone-malformed').problem
  throw refusal('profile/phone-malformed', { errors: [{ path: '/phone', message }] })
}
