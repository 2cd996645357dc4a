/** Whether an answer refuses the token that a request was sent with. Pure. */

import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { isAccepted } from './answer.ts'
import { failureIn } from './reported-failure.ts'

/** An accepted answer that reports a token error is short. */
const readBytes = 16_384

const aboutTokens =
  /\b(?:access[ _-]?token|auth(?:entication)?[ _-]?token|bearer|oauth|token|session|credentials?)\b.{0,60}\b(?:expired|invalid|not valid|revoked|missing|not active|malformed|unknown)\b|\b(?:expired|invalid|revoked|missing|unknown)\b.{0,40}\b(?:access[ _-]?token|auth(?:entication)?[ _-]?token|token|session(?:[ _-]?id)?|credentials?)\b|\binvalid_?(?:token|auth|session)|\btoken_?expired|\bunauthori[sz]ed\b|\bunauthenticated\b|\bnot[ _]authed\b/i

/** Words of an accepted answer that says in itself that it failed. */
function failureText(body: Buffer): string {
  if (body.length === 0 || body.length > readBytes) return ''
  try {
    const failure = failureIn(JSON.parse(body.toString('utf8')), { isEmpty: true })
    return failure === null ? '' : `${failure.words ?? failure.mark} ${failure.code ?? ''}`
  } catch {
    return ''
  }
}

/** A limit on the number of requests is not about the token. */
const isLimit = ({ headers }: OutboundAnswer) =>
  headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0' || headers['ratelimit-remaining'] === '0'

/** `certain`: 401 (RFC 6750, section 3.1). `possible`: 400, 403, and words about tokens in an accepted answer. Null: none of it. */
export function tokenRefusal(answer: OutboundAnswer): 'certain' | 'possible' | null {
  const { status, body } = answer
  if (status === 401) return 'certain'
  if (status === 400 || status === 403) return isLimit(answer) ? null : 'possible'
  return isAccepted(status) && aboutTokens.test(failureText(body)) ? 'possible' : null
}
