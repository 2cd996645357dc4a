/**
 * Whether a response says in words that it took nothing because of a rate limit, where its status and its headers do not. Pure. Only the codes and
 * sentences of real systems count, and only in the members that report an error: a limit is waited for without end, so a mistake would be too.
 */
import { JsonError, parseBytes } from '#server/platform/json/exact.ts'
import {
  codeNames,
  errorCodes,
  errorNames,
  listedErrors,
  messageNames,
  plain,
  setOf,
  wrapperNames,
} from './failure-vocabulary.ts'
import { type Entry, isObject } from './item-verdict.ts'

/** Longer responses report something else. */
const readBytes = 16_384
const textMax = 300
const depthMax = 5
const listMax = 5

/** Codes without case and punctuation: `RATE_LIMITS`, `rateLimitExceeded` and `rate-limited` of any system. */
const codes =
  setOf(`ratelimit ratelimits ratelimited ratelimiterror ratelimitexceeded ratelimitexceedederror ratelimitexceededexception ratelimitreached
  userratelimitexceeded apiratelimitexceeded apiratelimit exceededratelimit overratelimit overquerylimit querylimitexceeded requestlimitexceeded
  ssrequestlimitexceeded sssrequestlimitexceeded requestratelimitexceeded requestratetoolarge toomanyrequests toomanyrequestsexception toomanyrequestserror
  toomanycalls throttled throttling throttlingexception throttlingerror throttledexception throttleexceeded requestthrottled requestthrottledexception
  slowdown spikearrestviolation provisionedthroughputexceededexception concurrencylimitexceeded requestslimitexceeded`)
/** Members beside the usual ones that hold such a code. */
const moreCodes = setOf('type reason category errortype subcode policyname')
/** Members that report an error, or lead to one. */
const moreErrors = setOf('extensions errorinfo detail details errordetails requesterror')

const counted = /(?:rate|requests?|calls?|query|queries|throttling|secondly|concurrency)[ _-]?limit/i
const isOver = /exceed|reached|\bhit\b|violat/i
const alone = /too many (?:api |concurrent )?(?:requests|calls)|\bthrottled\b|\brate[ _-]?limited\b|spike arrest/i
/** A limit on something other than the number of requests stays exceeded. */
const ofOthers =
  /\b(?:size|bytes?|[kmg]b|characters?|length|items?|records?|rows?|fields?|columns?|storage|files?|attachments?|objects?|depth|contacts?|this (?:email|number|phone|address|recipient))\b/i
/** Values of the request are usually quoted in a message. */
const quotes = /(?:^|[\s(:=])'[^']*'|"[^"]*"|`[^`]*`|“[^“”]*”/g

function isLimitCode(text: string): boolean {
  const last = text.slice(Math.max(...['.', '#', '/', ':'].map((mark) => text.lastIndexOf(mark))) + 1)
  return text.length <= 120 && codes.has(plain(last))
}

function isLimitText(given: string): boolean {
  if (given.length > textMax) return false
  const text = given.replaceAll(quotes, ' ')
  return !ofOthers.test(text) && (alone.test(text) || (counted.test(text) && isOver.test(text)))
}

const isCodeName = (name: string) => codeNames.has(name) || errorCodes.has(name) || errorNames.has(name) || moreCodes.has(name)
const leadsOn = (name: string) =>
  errorNames.has(name) || listedErrors.test(name) || wrapperNames.has(name) || moreErrors.has(name)

function saysIn(entry: Entry, depth: number): boolean {
  return Object.entries(entry).some(([given, value]) => {
    const name = plain(given)
    if (typeof value === 'string')
      return (isCodeName(name) && isLimitCode(value)) || ((messageNames.has(name) || errorNames.has(name)) && isLimitText(value))
    return leadsOn(name) && limitIn(value, depth + 1)
  })
}

/** Whether the members of a document that report errors say so. Where records are expected, a failure is looked for first. */
export function limitIn(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isLimitText(value)
  if (depth > depthMax) return false
  if (Array.isArray(value)) return value.slice(0, listMax).some((it) => limitIn(it, depth + 1))
  return isObject(value) && saysIn(value, depth)
}

/** Whether nothing came of a request that may have several parts: GraphQL reports errors beside what it did. */
export const holdsNoResult = (value: unknown): boolean =>
  !isObject(value) ||
  !isObject(value['data']) ||
  Object.values(value['data']).every((it) => it === null || (Array.isArray(it) && it.length === 0))

const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
const within = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((it, name) => (isObject(it) ? it[name] : undefined), value)

/** Milliseconds to wait, as a document says it: seconds to retry after, or the points that a GraphQL query lacks; null where it does not. */
export function waitIn(value: unknown): number | null {
  const seconds = ['retry_after', 'retryAfter', 'retryAfterSeconds']
    .map((name) => number(within(value, name)))
    .find((it) => it !== null)
  if (seconds !== undefined && seconds !== null) return Math.ceil(seconds * 1_000)
  const cost = within(value, 'extensions', 'cost')
  const [asked, there, each] = [
    number(within(cost, 'requestedQueryCost')),
    number(within(cost, 'throttleStatus', 'currentlyAvailable')),
    number(within(cost, 'throttleStatus', 'restoreRate')),
  ]
  if (asked === null || there === null || !each || asked <= there) return null
  return Math.ceil(((asked - there) / each) * 1_000)
}

/** Members of an error that is written as XML. */
const members = /<(?:\w{1,40}:)?(code|message|faultstring|faultcode|error|reason)>([^<]{1,300})</gi

/** Whether words of a limit may be in a short response: most are not worth parsing. */
const mayTell = /limit|throttl|too.?many|slow.?down|spike|throughput/i

/** The document of a short response that may speak of a limit; undefined where it does not. */
export function limitDocument(body: Buffer): unknown {
  if (body.length === 0 || body.length > readBytes) return undefined
  const text = body.toString('utf8').trim()
  if (!mayTell.test(text)) return undefined
  try {
    return parseBytes(body)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    if (!text.startsWith('<')) return text
    return [...text.matchAll(members)].map(([, name = '', value = '']) => ({ [name]: value.trim() }))
  }
}

/** What a refusal (4xx, 5xx) says of a limit; null where it says nothing of one. */
export function limitReported(body: Buffer): { readonly wait: number | null } | null {
  const document = limitDocument(body)
  return document !== undefined && limitIn(document) ? { wait: waitIn(document) } : null
}
