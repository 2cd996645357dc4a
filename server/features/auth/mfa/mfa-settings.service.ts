/** The own second factor: on, off, its recovery codes, the phone that codes go to. `studio-account-settings.md` sections 4 and 7, threat T-MFA. */
import type { Kysely } from 'kysely'
import pictures from 'qrcode'
import type { Static } from 'typebox'

import type { MfaMethod, MfaSettings, mfaEndpoints, Proofs, RecoveryCode } from '#contract/auth/mfa.ts'
import { mfaMethodNames, mfaMethods } from '#contract/auth/mfa-methods.ts'
import { resendPause } from '#contract/kit/one-time-code.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { factorSwitchedOff, factorSwitchedOn } from '#server/platform/mail/mails.ts'
import type { Access, SessionCaller as Caller } from '#server/platform/security/access.ts'
import { phoneNumberOf } from '#server/platform/security/phone-number.ts'
import { findSecurity, isAllowed } from '#server/platform/security/security-policy.ts'
import { endSessionsOfUser } from '#server/platform/security/sessions.repository.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { notifyOwner } from '../owner-notices.ts'
import { type Challenge, closeChallenges, countChallenges, newestChallenge, type Purpose } from './mfa-challenges.repository.ts'
import { findFactor, planFactor, removeFactor, switchFactorOn } from './mfa-factors.repository.ts'
import { lockedFor } from './mfa-locks.repository.ts'
import { countRecoveryCodes, openRecoveryCodes, replaceRecoveryCodes } from './mfa-recovery-codes.repository.ts'
import { findTargets, setVerifiedPhone } from './mfa-targets.repository.ts'
import { authenticatorAddress, type CodeHashes, newAuthenticatorSecret, newRecoveryCode, stepLength } from './one-time-code.ts'
import { lifetimeOf, masked, type Proof, type SecondFactor } from './second-factor.ts'
import type { StepUp } from './step-up.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly hashes: CodeHashes
  readonly access: Access
  readonly secondFactor: SecondFactor
  readonly stepUp: StepUp
  /** Whether nothing is set up that could send a code. */
  readonly isKept: Readonly<Record<'sms' | 'email', boolean>>
}

type Enabled = Static<typeof mfaEndpoints.enable.reply>

export type MfaSettingsService = ReturnType<typeof createMfaSettingsService>

const recoveryCodesCount = 10
/** Numbers that one person may try to make their own within an hour: each is an SMS to somebody. */
const phonesAnHour = 10
const everyPurpose: readonly Purpose[] = ['sign-in', 'enable', 'phone', 'prove']

export function createMfaSettingsService({ db, vault, hashes, access, secondFactor, stepUp, isKept }: Deps) {
  /** Another person's factor is nobody's business. @throws `user/not-found` */
  function checkOwn({ userId }: Caller, asked: string): void {
    if (asked !== userId) throw refusal('user/not-found')
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
    const retryAfter = await lockedFor(db, challenge)
    throw refusal('auth/codes-used-up', retryAfter > 0 ? { retryAfter } : { message: usedUp })
  }

  async function newRecoveryCodes(tx: Kysely<Tables>, caller: Caller): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodesCount }, newRecoveryCode)
    const hashed = codes.map((code) => ({ code, hash: hashes.ofRecovery(caller.userId, code.replace('-', '')) }))
    await replaceRecoveryCodes(tx, vault, userKeyOf(caller), hashed)
    return codes
  }

  async function planned(caller: Caller, method: MfaMethod): Promise<Enabled> {
    const secret = method === 'app' ? newAuthenticatorSecret() : null
    const target = await secondFactor.targetOf(method, caller)
    const { companyId, userId } = caller
    const expiresIn = lifetimeOf('enable', method)
    await inOneCommit(db, async (tx) => {
      if (!(await planFactor(tx, vault, { companyId, userId, method, secret }))) throw refusal('mfa/already-on')
      await closeChallenges(tx, caller, ['enable'])
      await secondFactor.open(tx, { companyId, userId, purpose: 'enable', method, target })
    })
    if (secret === null) {
      const kept = isKept[method === 'sms' ? 'sms' : 'email']
      const message = kept
        ? `We created a code for ${masked(target)}, but nothing is set up to send it.`
        : `We sent a code to ${masked(target)}.`
      return { message, target: masked(target) ?? '', isKept: kept, expiresIn }
    }
    const email = (await findTargets(db, caller))?.email ?? userId
    const qrCode = await pictures.toDataURL(authenticatorAddress(secret, email))
    return { message: 'Scan the QR code with your authenticator app. Then enter the code it shows.', qrCode, secret, expiresIn }
  }

  return {
    async settings(caller: Caller, userId: string): Promise<MfaSettings> {
      checkOwn(caller, userId)
      const factor = await findFactor(db, vault, caller)
      const method = factor?.isOn ? factor.method : null
      const { mfa } = await findSecurity(db, caller.companyId)
      const { left, total } = await countRecoveryCodes(db, caller)
      const begun = method === null ? await newestChallenge(db, { ...userKeyOf(caller), purpose: 'enable' }) : null
      return {
        ...{ enabled: method !== null, method, enabledAt: factor?.enabledAt?.toISOString() ?? null },
        lastUsedAt: factor?.isOn && factor.lastStep > 0 ? new Date(factor.lastStep * stepLength * 1_000).toISOString() : null,
        ...{ recoveryCodesLeft: left, recoveryCodesTotal: total },
        allowedMethods: mfaMethodNames.filter((name) => mfa.allowedMethods.includes(name)).map((name) => mfaMethods[name]),
        pending: begun?.status === 'open' && !begun.isOver ? begun.method : null,
      }
    },

    /** @throws `mfa/already-on`, `auth/prove-again`, `auth/codes-used-up` */
    async enable(caller: Caller, userId: string, { method, ...proofs }: Proofs & { method: MfaMethod }): Promise<Enabled> {
      checkOwn(caller, userId)
      if ((await findFactor(db, vault, caller))?.isOn) throw refusal('mfa/already-on')
      if (!isAllowed((await findSecurity(db, caller.companyId)).mfa, method)) throw refusal('mfa/method-not-allowed')
      await stepUp.prove(caller, proofs)
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
      const challenge = await newestChallenge(db, { ...userKeyOf(caller), purpose: 'enable' })
      if (challenge?.method !== it.method || factor?.method !== it.method) throw overAlready()
      const proof = await tried(challenge, it.code)
      const { recoveryCodes, ended } = await inOneCommit(db, async (tx) => {
        if (!(await secondFactor.take(tx, caller, proof))) throw refusal('mfa/code-wrong')
        if (!(await switchFactorOn(tx, { ...userKeyOf(caller), method: it.method }))) throw refusal('mfa/already-on')
        await closeChallenges(tx, caller, everyPurpose)
        await notifyOwner(tx, caller, factorSwitchedOn)
        const reason = 'MFA was switched on.'
        const ended = await endSessionsOfUser(tx, caller.companyId, userId, reason, caller.sessionId)
        return { recoveryCodes: await newRecoveryCodes(tx, caller), ended }
      })
      ended.forEach(access.forget)
      access.forget(caller.sessionId)
      return { success: true, recoveryCodes }
    },

    /** @throws `mfa/not-on`, `auth/prove-again` */
    async disable(caller: Caller, userId: string, proofs: Proofs): Promise<{ success: boolean }> {
      checkOwn(caller, userId)
      await checkOn(caller)
      const proof = await stepUp.prove(caller, proofs)
      await inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        if (!(await removeFactor(tx, caller))) throw refusal('mfa/not-on')
        await replaceRecoveryCodes(tx, vault, caller, [])
        await closeChallenges(tx, caller, everyPurpose)
        await notifyOwner(tx, caller, factorSwitchedOff)
      })
      access.forget(caller.sessionId)
      return { success: true }
    },

    /** @throws `mfa/not-on`, `auth/prove-again` */
    async recoveryCodes(caller: Caller, userId: string, proofs: Proofs): Promise<{ recoveryCodes: string[] }> {
      checkOwn(caller, userId)
      await checkOn(caller)
      const proof = await stepUp.prove(caller, proofs)
      const recoveryCodes = await inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        return newRecoveryCodes(tx, caller)
      })
      return { recoveryCodes }
    },

    /** Used ones too. @throws `mfa/not-on`, `auth/prove-again`, `mfa/codes-not-viewable` */
    async viewRecoveryCodes(caller: Caller, userId: string, proofs: Proofs): Promise<{ recoveryCodes: RecoveryCode[] }> {
      checkOwn(caller, userId)
      await checkOn(caller)
      const proof = await stepUp.prove(caller, proofs)
      const codes = await inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        return openRecoveryCodes(tx, vault, userKeyOf(caller))
      })
      if (codes === null) throw refusal('mfa/codes-not-viewable')
      return { recoveryCodes: codes.map(({ code, usedAt }) => ({ code, usedAt: usedAt?.toISOString() ?? null })) }
    },

    /** @throws `mfa/code-wrong` where nothing waits for a code, `auth/codes-used-up` when it is too early or too often. */
    async resend(
      caller: Caller,
      userId: string,
      purpose: Exclude<Purpose, 'sign-in'>,
    ): Promise<{ success: true; nextIn: number }> {
      checkOwn(caller, userId)
      const challenge = await newestChallenge(db, { ...userKeyOf(caller), purpose })
      if (challenge?.status !== 'open' || challenge.isOver || challenge.target === null) throw overAlready()
      await secondFactor.resend(challenge, purpose)
      return { success: true, nextIn: resendPause }
    },

    /** @throws `auth/prove-again`, `auth/codes-used-up` */
    async addPhone(caller: Caller, userId: string, { phone, ...proofs }: Proofs & { phone: string }) {
      checkOwn(caller, userId)
      const target = numberOf(phone)
      const proof = await stepUp.prove(caller, proofs)
      const asked = { ...userKeyOf(caller), purpose: 'phone' } as const
      await inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        if ((await countChallenges(tx, asked)) >= phonesAnHour) throw refusal('auth/codes-used-up')
        await closeChallenges(tx, caller, ['phone'])
        await secondFactor.open(tx, { ...asked, method: 'sms', target })
      })
      return { success: true, verificationRequired: true, isKept: isKept.sms }
    },

    /** @throws `mfa/code-wrong`, `auth/codes-used-up` */
    async verifyPhone(caller: Caller, userId: string, it: { phone: string; code: string }): Promise<{ success: boolean }> {
      checkOwn(caller, userId)
      const phone = numberOf(it.phone)
      const challenge = await newestChallenge(db, { ...userKeyOf(caller), purpose: 'phone' })
      if (challenge?.target !== phone) throw overAlready()
      const proof = await tried(challenge, it.code)
      await inOneCommit(db, async (tx) => {
        if (!(await secondFactor.take(tx, caller, proof))) throw refusal('mfa/code-wrong')
        await setVerifiedPhone(tx, { ...userKeyOf(caller), phone })
      })
      return { success: true }
    },
  }
}

const userKeyOf = ({ companyId, userId }: Caller) => ({ companyId, userId })

const usedUp = 'You entered too many wrong codes. Start again to get a new one.'

const overAlready = () => refusal('mfa/code-wrong', { message: 'This code is no longer valid. Request a new one.' })

/** @throws `profile/phone-malformed` */
function numberOf(typed: string): string {
  const number = phoneNumberOf(typed)
  if (number !== null) return number
  const { message } = refusal('profile/phone-malformed').problem
  throw refusal('profile/phone-malformed', { errors: [{ path: '/phone', message }] })
}
