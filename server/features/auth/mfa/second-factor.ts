/** Codes that prove a person besides the password: asked for, sent, tried, taken. `decisions.md` section 3, threats T-MFA and T-REG. */
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { MfaChallenge } from '#contract/auth/auth.ts'
import { challengeLifetime, enrolmentLifetime, type MfaMethod, proofCodeLifetime } from '#contract/auth/mfa.ts'
import { resendPause } from '#contract/kit/one-time-code.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { queueMessage } from '#server/platform/mail/messages.repository.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { hasPasskey } from '../passkeys/passkeys.repository.ts'
import {
  type Challenge,
  moveChallenge,
  newestChallenge,
  openChallenge,
  type Purpose,
  renewCode,
  takeTry,
} from './mfa-challenges.repository.ts'
import { type Factor, findFactor, takeStep } from './mfa-factors.repository.ts'
import { clearTries, lockedFor, takeAccountTry, type UserKey } from './mfa-locks.repository.ts'
import { isUnusedRecoveryCode, spendRecoveryCode } from './mfa-recovery-codes.repository.ts'
import { countSentCodes, findTargets } from './mfa-targets.repository.ts'
import { type CodeHashes, isSame, isSixDigits, matchingStep, newSentCode, plainCode } from './one-time-code.ts'
import { codeFault } from './prove-again.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly hashes: CodeHashes
  /** Whether nothing is set up that could send a code. */
  readonly isKept: Readonly<Record<'sms' | 'email', boolean>>
}
export type SecondFactor = ReturnType<typeof createSecondFactor>

/** A right code, before it is used up. */
export type Proof = { readonly challengeId?: string; readonly step?: number; readonly recoveryHash?: string }

/** Codes that are sent to one number or address within an hour, for each of the two subjects. */
const codesAnHour = 5
const codeSubject = 'Your Datacrane code'
/** To a number that somebody says is theirs. It is counted apart, so that nobody uses up the codes of who proved it. */
const phoneSubject = 'Your Datacrane code for this number'
const textOf = (code: string, lifetime: number) =>
  `Your Datacrane code is ${code}. It is valid for ${lifetime / 60_000} minutes. Never share it with anyone.`

/** A sign-in is short; whoever sets something up reads and types more. */
export const lifetimeOf = (purpose: Purpose, method: MfaMethod): number => {
  if (purpose === 'sign-in' || purpose === 'prove') return challengeLifetime
  return method === 'app' ? enrolmentLifetime : proofCodeLifetime
}

type CodeRequest = UserKey & {
  readonly purpose: Purpose
  readonly method: MfaMethod
  /** Where a code is sent; null where none is. */
  readonly target: string | null
  readonly provider?: string | null
}

export function createSecondFactor({ db, vault, hashes, isKept }: Deps) {
  const isKeptBy = (method: MfaMethod) => method !== 'app' && isKept[method]

  /** @throws `auth/codes-used-up` when too many went there. */
  async function send(tx: Kysely<Tables>, { companyId, userId, purpose, method, to, code }: Sending): Promise<void> {
    const channel = method === 'sms' ? 'sms' : 'email'
    const subject = purpose === 'phone' ? phoneSubject : codeSubject
    const { sent, oldestLeavesIn } = await countSentCodes(tx, { channel, to, subject })
    if (sent >= codesAnHour) throw refusal('auth/codes-used-up', { retryAfter: oldestLeavesIn })
    await queueMessage(tx, {
      companyId,
      userId,
      category: 'security',
      channel,
      to,
      subject,
      text: textOf(code, lifetimeOf(purpose, method)),
    })
  }

  /** Opens a challenge, and sends its code where it has one. @returns its id. */
  async function open(tx: Kysely<Tables>, { provider = null, ...it }: CodeRequest): Promise<string> {
    const id = uuid()
    const lifetime = lifetimeOf(it.purpose, it.method)
    const code = it.target === null ? null : newSentCode()
    const codeHash = code === null ? null : hashes.ofSent(id, code)
    await openChallenge(tx, { ...it, id, codeHash, provider, lifetime })
    if (it.target !== null && code !== null) await send(tx, { ...it, to: it.target, code })
    return id
  }

  /** Where the codes of a method go; null for an authenticator, and for a number that is not proved any more. */
  async function targetOf(method: MfaMethod, whose: UserKey): Promise<string | null> {
    if (method === 'app') return null
    const targets = await findTargets(db, whose)
    if (method === 'email') return targets?.email ?? null
    return targets?.phoneVerified ? targets.phone : null
  }

  async function recovered(whose: UserKey, code: string): Promise<Proof | null> {
    const recoveryHash = hashes.ofRecovery(whose.userId, plainCode(code))
    return (await isUnusedRecoveryCode(db, { ...whose, hash: recoveryHash })) ? { recoveryHash } : null
  }

  function shown({ secret, lastStep }: Pick<Factor, 'secret' | 'lastStep'>, code: string, epoch: number): Proof | null {
    const step = secret === null ? null : matchingStep(secret, code, { epoch, after: lastStep })
    return step === null ? null : { step }
  }

  /** A code for a challenge. `wrong`: it was compared; `not tried`: it was not, since the challenge is over or the account locked. */
  async function tryCode(challenge: Challenge, typed: string, isRecovery: boolean): Promise<Proof | 'wrong' | 'not tried'> {
    const factor = challenge.method === 'app' && !isRecovery ? await findFactor(db, vault, challenge) : null
    const taken = await takeTry(db, challenge)
    if (!taken) {
      if (challenge.isOver) await moveChallenge(db, challenge.id, 'clock.expired')
      return 'not tried'
    }
    const proof = await compared(challenge, factor, typed, { isRecovery, epoch: taken.epoch })
    if (proof) return { ...proof, challengeId: challenge.id }
    if (taken.isLast) await moveChallenge(db, challenge.id, 'server.closed')
    return 'wrong'
  }

  async function compared(
    { codeHash, id, ...whose }: Challenge,
    factor: Factor | null,
    typed: string,
    { isRecovery, epoch }: { isRecovery: boolean; epoch: number },
  ): Promise<Proof | null> {
    const code = plainCode(typed)
    if (isRecovery) return recovered(whose, code)
    if (factor) return shown(factor, code, epoch)
    return codeHash !== null && isSame(codeHash, hashes.ofSent(id, code)) ? {} : null
  }

  return {
    open,
    targetOf,
    tryCode,

    /** The challenge of a person whose second factor is on; null where none is. @throws `auth/codes-used-up` */
    async ask(whose: UserKey, { provider, first }: Asking): Promise<MfaChallenge | null> {
      const factor = await findFactor(db, vault, whose)
      if (!factor?.isOn) return null
      const { companyId, userId } = whose
      const { method } = factor
      const target = await targetOf(method, whose)
      const challengeId = await inOneCommit(db, async (tx) => {
        await first?.(tx)
        return open(tx, { companyId, userId, purpose: 'sign-in', method, target, provider })
      })
      const how = { method, target: masked(target), isKept: isKeptBy(method), hasPasskey: await hasPasskey(db, whose) }
      return { mfaRequired: true, userId, challengeId, ...how, expiresIn: challengeLifetime }
    },

    /** Sends an open challenge another code. @throws `auth/mfa-invalid`, and `auth/codes-used-up` when it is too early or too often. */
    async resend({ id, companyId, userId, method, target }: Challenge, purpose: Purpose): Promise<void> {
      if (target === null) throw refusal('auth/mfa-malformed')
      const code = newSentCode()
      await inOneCommit(db, async (tx) => {
        const wait = await renewCode(tx, { id, codeHash: hashes.ofSent(id, code), pause: resendPause })
        if (wait === null) throw refusal('auth/mfa-invalid')
        if (wait > 0) throw refusal('auth/codes-used-up', { retryAfter: wait })
        await send(tx, { companyId, userId, purpose, method, to: target, code })
      })
    },

    /**
     * A signed-in person proves themselves again. Without a code one is sent, where the factor is not an authenticator.
     * @throws `auth/prove-again`
     */
    async prove(whose: UserKey, factor: Factor, typed: string | undefined): Promise<Proof> {
      const { method } = factor
      const code = plainCode(typed ?? '')
      if (code === '' && method !== 'app') {
        const target = await targetOf(method, whose)
        if (target === null) throw codeFault('Enter a recovery code. You have no verified phone number.')
        await inOneCommit(db, (tx) => open(tx, { ...userKeyOf(whose), purpose: 'prove', method, target }))
        throw codeFault(
          isKeptBy(method)
            ? `We can't send the code to ${masked(target)}, because no sender is set up. Your operator can find the code in the outbox.`
            : `Enter the code we sent to ${masked(target)}.`,
        )
      }
      if (code === '') throw codeFault('Enter the code from your authenticator app.')
      const proof = await tried(whose, factor, code)
      if (!proof) throw codeFault('The code is wrong or has already been used.')
      return proof
    },

    /** Uses a proof up, in the commit of what it is for: of many at once exactly one gets true. */
    async take(tx: Kysely<Tables>, whose: UserKey, { challengeId, step, recoveryHash }: Proof): Promise<boolean> {
      if (challengeId !== undefined && !(await moveChallenge(tx, challengeId, 'user.proved'))) return false
      if (step !== undefined && !(await takeStep(tx, { ...userKeyOf(whose), step }))) return false
      if (recoveryHash !== undefined && !(await spendRecoveryCode(tx, { ...userKeyOf(whose), hash: recoveryHash }))) return false
      await clearTries(tx, whose)
      return true
    },
  }

  async function tried(whose: UserKey, factor: Factor, code: string): Promise<Proof | null> {
    const isRecovery = !isSixDigits(code)
    if (factor.method !== 'app' && !isRecovery) {
      const challenge = await newestChallenge(db, { ...userKeyOf(whose), purpose: 'prove' })
      const proof = challenge && (await tryCode(challenge, code, false))
      return typeof proof === 'string' ? null : proof
    }
    const taken = await takeAccountTry(db, whose)
    if (!taken) throw refusal('auth/codes-used-up', { retryAfter: await lockedFor(db, whose) })
    return isRecovery ? recovered(whose, code) : shown(factor, code, taken.epoch)
  }
}

type Asking = { readonly provider: string | null; readonly first?: (tx: Transaction<Tables>) => Promise<void> }
type Sending = UserKey & {
  readonly purpose: Purpose
  readonly method: MfaMethod
  readonly to: string
  readonly code: string
}

const userKeyOf = ({ companyId, userId }: UserKey): UserKey => ({ companyId, userId })

/** `a•••@example.com`, `••• 89`: enough to know one's own, too little to learn another's. */
export function masked(target: string | null): string | null {
  if (target === null) return null
  const at = target.lastIndexOf('@')
  return at > 0 ? `${target.slice(0, 1)}•••${target.slice(at)}` : `••• ${target.slice(-2)}`
}
