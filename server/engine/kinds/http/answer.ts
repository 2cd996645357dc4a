/** What the other side answered, as it is kept and shown: headers by an allow-list, the first 2 kB, secrets masked (threat T-SEC-3). */
import type { ForeignAnswer } from '../../../../contract/problem.ts'
import type { OutboundAnswer } from '../../../outbound/outbound.ts'

/** Bytes of a body that are kept. */
export const keptBytes = 2_048

const keptHeaders = [
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

export function foreignAnswer(answer: OutboundAnswer, masked: (text: string) => string): ForeignAnswer {
  const headers: Record<string, string> = {}
  for (const name of keptHeaders) {
    const value = answer.headers[name]
    if (value !== undefined) headers[name] = masked(value)
  }
  // PostgreSQL cannot keep the character U+0000.
  const text = answer.body.subarray(0, keptBytes).toString('utf8').replaceAll('\u0000', '\ufffd')
  // The cut may have gone through a character: what stands before it must be seen as the end, so that the end of a secret is found.
  const body = answer.body.length > keptBytes || answer.bytes > keptBytes ? text.replace(/\ufffd+$/, '') : text
  return { status: answer.status, headers, body: masked(body), bytes: answer.bytes }
}

/** Answers after which the same request may succeed: `decisions.md` section 6. */
const retried = new Set([408, 413, 429, 500, 502, 503, 504])
export const isRetried = (status: number): boolean => retried.has(status)

export const isAccepted = (status: number): boolean => status >= 200 && status < 300

const hour = 3_600_000

/** Milliseconds that a `Retry-After` asks for, at most an hour; undefined when it is absent, in the past, or cannot be read. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, hour)
  const at = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : Number.NaN
  return at > now ? Math.min(at - now, hour) : undefined
}
