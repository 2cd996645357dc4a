/** The second factor of a sign-in: what proves it, and the code that is sent again. */
import type { Session } from '#contract/auth/auth.ts'
import { type MfaProof, mfaEndpoints } from '#contract/auth/mfa.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import { call } from '../kit/api-client.ts'

const patience = { retries: 2, backoffCap: 3_000 }

/** What the catalogue of the specification calls these failures here. */
const challengeCodes = { 'net/timeout': 'auth/mfa-timeout', 'net/malformed-reply': 'auth/mfa-unreadable' } as const

/** Passes the challenge. An answer without a session, or with another challenge, is no answer. */
export function verifyMfa(proof: MfaProof, signal: AbortSignal): Promise<Session> {
  return call(mfaEndpoints.verify, { body: proof, signal, patience }).catch((thrown: unknown) => {
    const { code } = toProblem(thrown)
    throw code in challengeCodes ? refusal(challengeCodes[code as keyof typeof challengeCodes], {}, { cause: thrown }) : thrown
  })
}

/** Has the code of a challenge sent again. Answers with the milliseconds until the next one. */
export async function resendCode(sent: Pick<MfaProof, 'challengeId' | 'userId'>, signal: AbortSignal): Promise<number> {
  return (await call(mfaEndpoints.resend, { body: sent, signal, patience })).nextIn
}
