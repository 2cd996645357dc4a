/** The body of an event: its content encoding, its JSON, and the id that its sender gives it. */
import { createHash } from 'node:crypto'

import { isObject } from '#contract/connectors/config/json-members.ts'
import { senderIdHeaders } from '#contract/connectors/triggers/hook.ts'
import { type ProblemError, refusal } from '#contract/kit/problem.ts'
import { decoded } from '#server/outbound/decoding.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { requestLimits } from '#server/platform/http/server-setup.ts'
import { JsonError, parseBytes, textOf } from '#server/platform/json/exact.ts'
import { hasTooManyNames, tooManyNames } from '#server/platform/json/names.ts'

/** As much as a body without an encoding may have, whatever it was packed into. Milliseconds. */
const decodingLimits = { bytes: requestLimits.bodyLimit, ratio: Number.POSITIVE_INFINITY, decode: 1_000 }

/** The body without its content encoding, or what is wrong with it. */
export async function decodedBody(body: Buffer, encoding = ''): Promise<Buffer | ProblemError> {
  try {
    return await decoded(body, encoding, decodingLimits)
  } catch (thrown) {
    if (!(thrown instanceof OutboundFault)) throw thrown
    if (thrown.kind === 'too-large') return refusal('request/too-large')
    const message =
      `The request body can't be decoded. ${(thrown.detail ?? '').replace(/^The (?:answer|response)/, 'The body')}`.trim()
    return refusal('request/malformed', { message })
  }
}

/** The text of a body that holds one JSON value, and the value. A name that stands twice in one object is refused, as it is in sources. */
export function eventIn(body: Buffer): { readonly text: string; readonly value: unknown } {
  if (body.length === 0) throw refusal('request/not-json', { message: 'The request body is empty. Send one JSON value.' })
  if (hasTooManyNames(body)) throw refusal('request/malformed', { message: `The request body has ${tooManyNames}.` })
  try {
    return { value: parseBytes(body), text: textOf(body) }
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    if (thrown.fault !== 'not-json')
      throw refusal('request/malformed', { message: 'The request body is nested more than 64 levels deep.' })
    const isTwice = thrown.reason?.endsWith('appears twice in one object.') ?? false
    throw refusal('request/not-json', isTwice ? { message: `The request body is ambiguous. ${thrown.reason}` } : {})
  }
}

const idPattern = /^[\x21-\x7e]{1,255}$/

/** The id of a Stripe event. The body differs between repetitions (`pending_webhooks`). */
const stripeId = (value: unknown): string | null =>
  isObject(value) && value['object'] === 'event' && typeof value['id'] === 'string' && /^evt_\w{8,128}$/.test(value['id'])
    ? value['id']
    : null

/**
 * The key of an event that has neither a `webhook-id` nor an `Idempotency-Key`; null if its sender gives no id. An id counts together
 * with the body, so that one that a sender gives to several events loses none of them.
 */
export function senderKey(
  ids: Readonly<Partial<Record<string, string | undefined>>>,
  { text, value }: { readonly text: string; readonly value: unknown },
): { readonly key: string; readonly isWhole: boolean } | null {
  const stripe = stripeId(value)
  if (stripe !== null) return { key: stripe, isWhole: true }
  const name = senderIdHeaders.find((it) => idPattern.test(ids[it] ?? ''))
  if (name === undefined) return null
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { key: `${name} ${ids[name]} ${digest}`, isWhole: false }
}
