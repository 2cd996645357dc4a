/**
 * What an answer says about the number of requests that the other system takes. Systems spell that in many ways: `RateLimit-*` and the structured
 * `RateLimit` field of the IETF drafts, `X-RateLimit-*` and `X-Rate-Limit-*` with seconds or times since 1970, names with a prefix or a scope, and
 * the call limit of Shopify.
 */

import type { LimitSigns, RateLimit } from '#server/engine/fairness/known-rates.ts'
import { askedWait } from './answer.ts'
import { limitReported } from './limit-reports.ts'

type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: Buffer }
type Scope = { remaining?: number; reset?: number; limit?: number; window?: number }

const hour = 3_600_000
/** Limits that are not counted in requests. */
const otherUnits = /token|byte|cost|point|complexity|used/
const windows: Readonly<Record<string, number>> = { second: 1_000, secondly: 1_000, minute: 60_000, hour: 3_600_000 }
const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const numberIn = (text: string | undefined): number | undefined => {
  const found = /^\s*(-?\d{1,15}(?:\.\d{1,9})?)/.exec(text ?? '')
  return found ? Math.max(0, Number(found[1])) : undefined
}

/** The clock of the other system, on which its times are based. */
const clockOf = (headers: Answer['headers'], now: number): number => {
  const date = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? now : date
}

/** Milliseconds until a reset: seconds, seconds or milliseconds since 1970, a length such as `6m0s`, or a date. */
function resetIn(text: string, headers: Answer['headers'], now: number): number | undefined {
  const lengths = [...text.matchAll(/(\d{1,12}(?:\.\d{1,9})?)(ms|[smhd])/g)]
  if (lengths.length > 0 && text.replaceAll(/(\d{1,12}(?:\.\d{1,9})?)(ms|[smhd])/g, '').trim() === '')
    return lengths.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0)
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) {
    const value = Number(text)
    if (value > 1e11) return Math.max(0, value - clockOf(headers, now))
    return value > 1e9 ? Math.max(0, value * 1_000 - clockOf(headers, now)) : value * 1_000
  }
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - clockOf(headers, now))
}

/** `"burst";q=100;w=60, "daily";q=1000;w=86400`, and `limit=10, remaining=0, reset=5` of the drafts before. */
function structured(text: string, of: (scope: string) => Scope, headers: Answer['headers'], now: number): void {
  const older = /(?:^|[,\s])(?:limit|remaining|reset)=/.test(text)
  for (const part of older ? [text] : text.split(',')) {
    const scope = of(/^\s*"([^"]*)"/.exec(part)?.[1] ?? '')
    for (const [, name, value = ''] of part.matchAll(/\b(r|t|q|w|limit|remaining|reset)=(\d{1,15})/g)) {
      if (name === 'r' || name === 'remaining') scope.remaining = Number(value)
      else if (name === 't' || name === 'reset') scope.reset = resetIn(value, headers, now) ?? 0
      else if (name === 'w') scope.window = Number(value) * 1_000
      else scope.limit = Number(value)
    }
  }
}

function named(words: readonly string[], text: string, of: (scope: string) => Scope, headers: Answer['headers'], now: number) {
  const said = words.filter((word) => word !== 'x' && word !== 'ratelimit')
  const kind = said.find((word) => /^(?:remaining|reset|limit|max|interval)$/.test(word)) ?? (said.length === 0 ? 'limit' : '')
  if (kind === '') return
  const name = said
    .filter((word) => word !== kind && word !== 'after' && word !== 'milliseconds' && word !== 'requests')
    .join(' ')
  const scope = of(name)
  const length = windows[said.find((word) => word in windows) ?? '']
  if (length !== undefined) scope.window = length
  if (kind === 'remaining') scope.remaining = numberIn(text) ?? scope.remaining ?? Number.NaN
  else if (kind === 'reset') scope.reset = resetIn(text, headers, now) ?? scope.reset ?? Number.NaN
  else if (kind === 'interval') scope.window = numberIn(text) ?? Number.NaN
  else {
    scope.limit = numberIn(text) ?? Number.NaN
    const seconds = /;\s*w=(\d{1,9})/.exec(text)?.[1]
    if (seconds !== undefined) scope.window = Number(seconds) * 1_000
  }
}

const finite = (value: number | undefined): number | null => (value !== undefined && Number.isFinite(value) ? value : null)

function signsOfScope({ remaining, reset, limit, window }: Scope): LimitSigns | null {
  const left = finite(remaining)
  if (left === null) return null
  const length = finite(window)
  const until = finite(reset) ?? (left === 0 && length !== null && length <= 60_000 ? length : null)
  return { remaining: left, reset: until, limit: finite(limit), window: length }
}

/** The one that leaves the fewest requests for its time. */
const tighter = (one: LimitSigns, other: LimitSigns) =>
  one.remaining / Math.max(1_000, one.reset ?? 1_000) <= other.remaining / Math.max(1_000, other.reset ?? 1_000) ? one : other

/** `38/40`: a bucket that empties within seconds. */
function callLimit(text: string): LimitSigns | null {
  const [used, limit] = text.split('/').map(Number)
  if (used === undefined || limit === undefined || !(limit > 0) || !(used >= 0)) return null
  const remaining = Math.max(0, limit - used)
  return { remaining, reset: remaining === 0 ? 1_000 : null, limit, window: null }
}

/** What the headers of any answer say; null when they say nothing of a limit, as those of most systems. `now` is milliseconds since 1970. */
export function signsOf(headers: Answer['headers'], now: number): LimitSigns | null {
  let scopes: Map<string, Scope> | null = null
  let found: LimitSigns | null = null
  const of = (name: string): Scope => {
    scopes ??= new Map()
    const known = scopes.get(name) ?? {}
    scopes.set(name, known)
    return known
  }
  for (const name in headers) {
    if (!name.includes('limit')) continue
    const text = headers[name] ?? ''
    if (name.endsWith('api-call-limit')) found = callLimit(text)
    const words = name.replace('rate-limit', 'ratelimit').split('-')
    if (!words.includes('ratelimit') || otherUnits.test(name)) continue
    if (name === 'ratelimit' || name === 'ratelimit-policy') structured(text, of, headers, now)
    else named(words, text, of, headers, now)
  }
  if (scopes === null) return found
  for (const scope of (scopes as Map<string, Scope>).values()) {
    const signs = signsOfScope(scope)
    if (signs) found = found === null ? signs : tighter(signs, found)
  }
  return found
}

/** Statuses about the sender, its credentials, this one request, or its size. */
const otherwise = new Set([401, 407, 409, 413])
const words = /rate.{0,3}limit|too many (?:requests|calls)|throttl|quota|slow down|limit exceeded/i

/** Milliseconds that the answer asks for in one of the headers for it; undefined when in none. Not more than an hour is waited for. */
function askedFor({ headers }: Answer, now: number): number | undefined {
  const precise = headers['retry-after-ms'] ?? headers['x-ms-retry-after-ms']
  if (precise !== undefined && /^\d{1,12}$/.test(precise)) return Number(precise)
  return askedWait(headers['retry-after'] ?? headers['x-retry-after'], now)
}

/** Statuses of failures of a server that may be a limit, where the words say so. */
const failing = new Set([500, 503, 509, 529])

/**
 * Whether an answer took nothing because of a rate limit: 429, 503 with `Retry-After`, any 4xx with `Retry-After` or beside a limit that is used up,
 * and a 4xx or 5xx whose words say so. Null when it is none, or asks to wait for more than an hour. A 409 is about one key, a 413 about a size, a
 * 401 about who asks.
 */
export function limitOf(answer: Answer, now: number): RateLimit | null {
  const { status } = answer
  if (status < 400 || (status > 499 && !failing.has(status)) || otherwise.has(status)) return null
  const asked = status > 499 && status !== 503 ? undefined : askedFor(answer, now)
  if (asked !== undefined && asked > hour) return null
  const reset = asked === undefined && status < 500 ? resetOf(answer, now) : null
  if (status === 429 || asked !== undefined)
    return { wait: asked ?? (reset !== null && reset <= hour ? reset : null), isCertain: true }
  if (reset !== null && reset > hour) return null
  const said = answer.body === undefined ? null : limitReported(answer.body)
  if (said !== null) return { wait: reset ?? said.wait, isCertain: true }
  if (reset === null) return null
  return { wait: reset, isCertain: words.test(answer.body?.subarray(0, 2_048).toString('utf8') ?? '') }
}

/** Milliseconds until a used-up limit is renewed; null if no limit is used up. */
function resetOf({ headers }: Answer, now: number): number | null {
  const signs = signsOf(headers, now)
  return signs?.remaining === 0 ? (signs.reset ?? 1_000) : null
}

/** How often a 4xx beside a used-up limit counts as a rate limit, before it counts as a refusal. */
export const doubtsMax = (status: number): number => (status === 403 ? 5 : 1)
