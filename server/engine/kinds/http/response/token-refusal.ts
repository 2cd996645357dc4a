/** Whether an answer refuses the token that a request was sent with. Pure. */
import type { OutboundAnswer } from '#server/outbound/outbound.ts'
import { isAccepted } from './answer.ts'

/** What says so with a 2xx is short. */
const readBytes = 16_384

const aboutTokens =
  /\b(?:access[ _-]?token|auth(?:entication)?[ _-]?token|bearer|oauth|token|session|credentials?)\b.{0,60}\b(?:expired|invalid|not valid|revoked|missing|not active|malformed|unknown)\b|\b(?:expired|invalid|revoked|missing|unknown)\b.{0,40}\b(?:access[ _-]?token|auth(?:entication)?[ _-]?token|token|session(?:[ _-]?id)?|credentials?)\b|\binvalid_?(?:token|auth|session)|\btoken_?expired|\bunauthori[sz]ed\b|\bunauthenticated\b|\bnot[ _]authed\b/i

const failing = new Set(['error', 'errors', 'fault', 'message', 'msg', 'code', 'error_description', 'errorMessage', 'errorCode'])

/** Words of an accepted answer that says in itself that it failed. */
function failureText(body: Buffer): string {
  if (body.length === 0 || body.length > readBytes) return ''
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    const value: unknown = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
    const members = Object.entries(value)
    const says = (names: readonly string[], test: (value: unknown) => boolean) =>
      members.some(([name, it]) => names.includes(name) && test(it))
    const isFailed =
      says(['ok', 'success', 'succeeded'], (it) => it === false || it === 'false') ||
      says(['status', 'result'], (it) => typeof it === 'string' && /^(?:error|fail|failed|failure|nok)$/i.test(it)) ||
      says(['error', 'errors', 'fault', 'errorCode'], (it) => it !== null && it !== '' && it !== false && it !== 0)
    return isFailed ? JSON.stringify(members.filter(([name]) => failing.has(name)).map(([, it]) => it)) : ''
  } catch {
    return ''
  }
}

/** A limit on the number of requests is none of the token. */
const isLimit = ({ headers }: OutboundAnswer) =>
  headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0' || headers['ratelimit-remaining'] === '0'

/** `certain`: 401 (RFC 6750, section 3.1). `possible`: 400, 403, and words about tokens in an accepted answer. Null: none of it. */
export function tokenRefusal(answer: OutboundAnswer): 'certain' | 'possible' | null {
  const { status, body } = answer
  if (status === 401) return 'certain'
  if (status === 400 || status === 403) return isLimit(answer) ? null : 'possible'
  return isAccepted(status) && aboutTokens.test(failureText(body)) ? 'possible' : null
}
