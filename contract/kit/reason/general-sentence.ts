/** Which sentences of a response say only that something failed, and how a clearer one and its details are shown as one. */
import type { RemoteReason } from './markup-reason.ts'

/** Texts of statuses and of validators, in small letters and without signs. */
const general = new Set([
  ...['bad request', 'not found', 'unprocessable entity', 'unprocessable content', 'method not allowed', 'not acceptable'],
  ...['precondition failed', 'payload too large', 'content too large', 'unsupported media type', 'too many requests'],
  ...['internal server error', 'service unavailable', 'bad gateway', 'gateway timeout', 'payment required', 'conflict'],
  ...['validation failed', 'validation error', 'validation errors', 'record validation errors', 'request validation failed'],
  ...['request validation error', 'input validation failed', 'schema validation failed', 'validation has failed'],
  ...['validation errors occurred', 'one or more validation errors occurred', 'a validation error occurred'],
  ...['one or more errors occurred', 'the given data was invalid', 'the request is invalid', 'the request was invalid'],
  ...['invalid request', 'invalid input', 'invalid data', 'invalid resource', 'invalid parameters', 'invalid payload'],
  ...['request contains an invalid argument', 'request failed', 'the request failed', 'operation failed', 'bad input'],
  ...['an error occurred', 'an error has occurred', 'unknown error', 'something went wrong', 'http exception', 'api error'],
  ...['data has failed', 'please check your input', 'there were errors', 'multiple errors', 'multiple errors occurred'],
])

/** Words around the text of a status: "HTTP 409 Conflict", "Error: Bad Request", "422 Unprocessable Entity". */
const around = new Set(['http', 'error', 'status', 'code', 'exception'])

const isLatin = (text: string) => /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]*$/u.test(text)

/** Characters of a sentence that are compared. */
const comparedMax = 200

/** Whether a sentence says only that something failed. One word is a code, except in scripts without spaces. */
export function isGeneral(said: string): boolean {
  const text = said.slice(0, comparedMax).toLowerCase()
  if (!isLatin(text)) return false
  const words = text.split(/[^\p{L}\p{N}_']/u).filter((word) => word !== '')
  if (words.length < 2 || general.has(words.join(' '))) return true
  // Validators that point at the list below their sentence.
  if (text.includes('field-specific details') || text.includes("see the 'errors'")) return true
  const left = words.filter((word) => !(around.has(word) || /^[0-9]+$/.test(word)))
  return left.length < 2 || general.has(left.join(' '))
}

/** Signs that end a sentence. */
const ends = new Set('.:;!,')

/** The sentence above a list of errors, and the first of them after it; a general sentence gives way. */
export function withDetail(own: string, detail: RemoteReason | null): RemoteReason {
  if (detail === null) return { said: own, field: null }
  const { said, field } = detail
  const isInside = own.toLowerCase().includes(said.toLowerCase())
  if (isGeneral(own)) return isGeneral(said) && field === null ? { said: own, field } : detail
  if (isInside || isGeneral(said)) return { said: own, field }
  if (said.toLowerCase().includes(own.toLowerCase())) return detail
  let end = own.length
  while (end > 0 && ends.has(own[end - 1] ?? '')) end -= 1
  const isNamed = field === null || said.toLowerCase().includes(field.toLowerCase())
  return { said: `${own.slice(0, end)}: ${isNamed ? said : `${field} ${said}`}`, field }
}
