/** Access tokens (JWT, 15 minutes) and refresh tokens (opaque, 14 days). `decisions.md` section 3, threats T-JWT and T-REF. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

import { refusal } from '#contract/kit/problem.ts'
import { deriveKey } from './vault.ts'

/** Milliseconds. */
export const accessLifetime = 15 * 60_000
export const refreshLifetime = 14 * 24 * 60 * 60_000
/** Milliseconds in which a refresh token that was just used still gives the same child: the answer may have been lost on its way. */
export const refreshGrace = 10_000

const issuer = 'datacrane'
const audience = 'datacrane-api'
const type = 'at+jwt'
/** Seconds between the clocks of two processes. */
const clockTolerance = 5
const tokenMax = 4_096

export type Claims = { readonly userId: string; readonly sessionId: string }
export type Tokens = {
  issueAccess(claims: Claims): Promise<{ token: string; expiresAt: Date }>
  /** @throws a refusal of the catalogue, the same for every kind of forgery. */
  readAccess(token: string): Promise<Claims>
  /** The refresh token that follows this one: the same on every call, and nobody without our key can name it. */
  childOf(refreshToken: string): string
}

export function createTokens(masterKey: string): Tokens {
  const accessKey = deriveKey(masterKey, 'access tokens')
  const childKey = deriveKey(masterKey, 'refresh tokens')
  return {
    async issueAccess({ userId, sessionId }) {
      const expiresAt = new Date(Math.floor((Date.now() + accessLifetime) / 1_000) * 1_000)
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: type })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        // Two of one second are two: whoever asks for another one must see that they got it.
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(accessKey)
      return { token, expiresAt }
    },
    async readAccess(token) {
      if (token.length > tokenMax || !isCanonical(token)) throw refusal('auth/token-invalid')
      try {
        const { payload } = await jwtVerify(token, accessKey, {
          algorithms: ['HS256'],
          issuer,
          audience,
          typ: type,
          clockTolerance,
          requiredClaims: ['sub', 'sid', 'exp', 'iat'],
          maxTokenAge: accessLifetime / 1_000 + clockTolerance,
        })
        const { sub, sid } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string') throw refusal('auth/token-invalid')
        return { userId: sub, sessionId: sid }
      } catch (cause) {
        throw refusal(cause instanceof errors.JWTExpired ? 'auth/token-expired' : 'auth/token-invalid', {}, { cause })
      }
    },
    childOf: (refreshToken) => createHmac('sha256', childKey).update(refreshToken).digest('base64url'),
  }
}

/** jose takes base64 that is not the shortest form of its bytes, so that one token would have many spellings: each part must be its own encoding. */
function isCanonical(token: string): boolean {
  const parts = token.split('.')
  return parts.length === 3 && parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
}

/** 256 random bits. */
const random = () => randomBytes(32).toString('base64url')
export const newRefreshToken = (): string => random()
/** Of a link that is sent. */
export const newOneTimeToken = (): string => random()

/** What the database keeps of a token. It is random, so one round is enough. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
