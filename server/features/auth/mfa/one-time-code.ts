/** Codes of six digits: of an authenticator (RFC 6238 over RFC 4226), and those that are sent. */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { generateSecret, generateSync, generateURI } from 'otplib'

import { deriveKey } from '#server/platform/security/vault.ts'

/** Seconds that a code of an authenticator stands (RFC 6238, section 4). */
export const stepLength = 30
/** Steps before and after the present one whose codes are taken: clocks differ (RFC 6238, section 5.2). */
const stepsAround = 1
const issuer = 'Datacrane'

/** What an authenticator shows. @param secret in base32; @param step counted from 1970. */
export function codeOfStep(secret: string, step: number, digits: 6 | 8 = 6): string {
  return generateSync({ secret, strategy: 'hotp', counter: step, digits })
}

/** @param epoch seconds since 1970. */
export const stepAt = (epoch: number) => Math.floor(epoch / stepLength)

/**
 * The step whose code this is, or null. All steps are looked at, so that the time says nothing of which one it was.
 * @param epoch seconds since 1970, of the database's clock; @param after steps up to this one were used before.
 */
export function matchingStep(secret: string, code: string, { epoch, after }: { epoch: number; after: number }): number | null {
  const now = stepAt(epoch)
  let found: number | null = null
  for (let step = now - stepsAround; step <= now + stepsAround; step += 1) {
    if (isSame(codeOfStep(secret, step), code) && step > after) found ??= step
  }
  return found
}

/** 160 random bits in base32 (RFC 4226, section 4, R6). */
export const newAuthenticatorSecret = (): string => generateSecret({ length: 20 })

/** What an authenticator reads from the picture. @param label whose it is, e.g. the email. */
export const authenticatorAddress = (secret: string, label: string): string => generateURI({ issuer, label, secret })

export const newSentCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Letters and digits that nobody takes for one another: 32, so that five bits are one letter. */
const recoveryAlphabet = '023456789abcdefghjkmnpqrstuvwxyz'
const recoveryLength = 10

/** 50 random bits, as `xxxxx-xxxxx`. */
export function newRecoveryCode(): string {
  const letters = [...randomBytes(recoveryLength)].map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length])
  return `${letters.slice(0, recoveryLength / 2).join('')}-${letters.slice(recoveryLength / 2).join('')}`
}

/** A code as it is compared, however it was typed. */
export const plainCode = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

export const isSixDigits = (code: string): boolean => /^\d{6}$/.test(code)

export type CodeHashes = {
  /** Of a code that was sent for this challenge. */
  ofSent(challengeId: string, code: string): string
  ofRecovery(userId: string, code: string): string
}

/** What the database keeps of codes. They are short, so that only a key keeps them from being guessed by whoever reads the database. */
export function createCodeHashes(masterKey: string): CodeHashes {
  const [sentKey, recoveryKey] = [deriveKey(masterKey, 'sent codes'), deriveKey(masterKey, 'recovery codes')]
  const hash = (key: Buffer, owner: string, code: string) => createHmac('sha256', key).update(`${owner} ${code}`).digest('hex')
  return {
    ofSent: (challengeId, code) => hash(sentKey, challengeId, code),
    ofRecovery: (userId, code) => hash(recoveryKey, userId, code),
  }
}

/** In a time that does not tell where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
