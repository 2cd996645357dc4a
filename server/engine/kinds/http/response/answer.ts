/** What the other side answered, as it is kept and shown: headers by an allow-list, the first 2 kB, secrets masked (threat T-SEC-3). */
import type { ForeignAnswer } from '#contract/kit/problem.ts'
import type { Masked } from '#server/engine/kit/kind.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { lookAhead } from '../masking/masking.ts'

/** Bytes of a body that are kept. */
export const storedBytesMax = 2_048

const storedHeaders = [
  'allow',
  'content-length',
  'content-type',
  'date',
  'location',
  'retry-after',
  'server',
  'www-authenticate',
  'x-correlation-id',
  'x-request-id',
]

/**
 * Bytes as a text of at most so many of them. More of them should be given than are shown (`lookAhead`): so a secret at the cut is seen whole.
 * @param isCut whether the given bytes are not all that came.
 */
export function shownBeginning(bytes: Buffer, shownBytes: number, isCut: boolean, masked: Masked): string {
  // PostgreSQL cannot keep the character U+0000. A cut within a character leaves nothing of it.
  const textOf = (from: number, to: number) => bytes.subarray(from, to).toString('utf8').replaceAll('\u0000', '\ufffd')
  if (bytes.length <= shownBytes && !isCut) return masked(textOf(0, bytes.length))
  const shown = textOf(0, shownBytes).replace(/\ufffd{1,3}$/, '').length
  return masked(textOf(0, shownBytes + lookAhead), { shown, isCut: isCut || bytes.length > shownBytes + lookAhead })
}

export function foreignAnswer(answer: OutboundAnswer, masked: Masked): ForeignAnswer {
  const headers: Record<string, string> = {}
  for (const name of storedHeaders) {
    const value = answer.headers[name]
    if (value !== undefined) headers[name] = masked(value)
  }
  const body = shownBeginning(answer.body, storedBytesMax, answer.bytes !== null && answer.bytes > answer.body.length, masked)
  return { status: answer.status, headers, body, bytes: answer.bytes }
}

/** Whether two answers are kept as the same. */
export function isStoredAs(a: OutboundAnswer, b: OutboundAnswer): boolean {
  if (a.status !== b.status || a.bytes !== b.bytes || !a.body.equals(b.body)) return false
  return storedHeaders.every((name) => a.headers[name] === b.headers[name])
}

/** Answers after which the same request may succeed: `decisions.md` section 6. */
const retried = new Set([408, 413, 429, 500, 502, 503, 504])
/** What these say stays so (`faults.md` F9); a 5xx that nobody has registered is read as a 500 (RFC 9110, section 15). */
const lasting = new Set([501, 505, 506, 507, 508, 510, 511])
export const isRetried = (status: number): boolean => retried.has(status) || (status >= 500 && !lasting.has(status))

export const isAccepted = (status: number): boolean => status >= 200 && status < 300

const hour = 3_600_000

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7); the last one names no zone and means UTC. */
const dateForms =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT)$/
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/

/** Milliseconds that a `Retry-After` asks for; undefined when it is absent, in the past, or cannot be read. */
export function askedWait(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1_000
  const at = dateForms.test(text) ? Date.parse(text) : asctime.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
  return at > now ? at - now : undefined
}

/** Likewise, at most an hour. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const wait = askedWait(header, now)
  return wait === undefined ? undefined : Math.min(wait, hour)
}

/** A sentence about a `Retry-After` of more than an hour; empty when there is none. */
export function retryAfterInstant(header: string | undefined, now: number): string {
  const wait = askedWait(header, now)
  if (wait === undefined || wait <= hour) return ''
  const at = new Date(now + Math.min(wait, 8.64e15 - now))
  return ` It requested a wait until ${at.toISOString()}.`
}
