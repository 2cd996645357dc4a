/** Calls of Stripe's API through the guarded way out. Only what is certain is an answer; everything else is thrown, and asked again under the same key. */

import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import type { Outbound } from '../../../../outbound/outbound.ts'

/** The shapes that this program knows. */
const apiVersion = '2024-06-20'
/** Milliseconds. */
const callLimit = 30_000

export type Json = { readonly [name: string]: unknown }
export type Form = Readonly<Record<string, string>>

/** Nothing is known of what became of a request. */
export class StripeUnknown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StripeUnknown'
  }
}

/** What Stripe refused for good: `type` and `code` are its own. */
export type StripeError = {
  readonly type: string
  readonly code: string | null
  readonly message: string
  readonly intent: Json | null
}
export type StripeAnswer = { readonly ok: true; readonly body: Json } | { readonly ok: false; readonly error: StripeError }

export type StripeApi = {
  readonly get: (path: string, query?: Form) => Promise<StripeAnswer>
  /** @param key the same request under the same key is done once. */
  readonly post: (path: string, form: Form, key: string) => Promise<StripeAnswer>
  /** Safe to repeat by itself: what is gone is answered as `resource_missing`. */
  readonly remove: (path: string) => Promise<StripeAnswer>
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectIn = (of: Json | null, name: string): Json | null => {
  const value = of?.[name]
  return isObject(value) ? value : null
}
export const textIn = (of: Json | null, name: string): string | null => {
  const value = of?.[name]
  return typeof value === 'string' ? value : null
}

function parsed({ status, body }: OutboundAnswer): Json {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (isObject(value)) return value
  } catch (cause) {
    throw new StripeUnknown(`Stripe returned HTTP ${status} without JSON.`, { cause })
  }
  throw new StripeUnknown(`Stripe returned HTTP ${status} without a JSON object.`)
}

/** 409: the same request is under way. 429: too many. Both, and whatever is Stripe's own fault, say nothing of the request. */
const isUncertain = (status: number) => status >= 500 || status === 409 || status === 429 || (status >= 300 && status < 400)

function answerOf(answer: OutboundAnswer): StripeAnswer {
  const { status } = answer
  if (isUncertain(status)) throw new StripeUnknown(`Stripe returned HTTP ${status}.`)
  const body = parsed(answer)
  if (status < 300) return { ok: true, body }
  const error = objectIn(body, 'error')
  const type = textIn(error, 'type') ?? 'unknown'
  // 401: our key is wrong. Neither that nor a key that was used for another request says anything of the payment.
  if (status === 401 || status === 403 || type === 'idempotency_error' || type === 'api_error')
    throw new StripeUnknown(`Stripe returned HTTP ${status} (${type}).`)
  const message = textIn(error, 'message') ?? 'Stripe declined the payment.'
  return { ok: false, error: { type, code: textIn(error, 'code'), message, intent: objectIn(error, 'payment_intent') } }
}

type Deps = { readonly outbound: Pick<Outbound, 'request'>; readonly secretKey: string; readonly base: string }

export function createStripeApi({ outbound, secretKey, base }: Deps): StripeApi {
  async function request(method: string, path: string, form: Form | null, key: string | null): Promise<StripeAnswer> {
    const url = new URL(path, base)
    const text = form === null ? null : new URLSearchParams(form).toString()
    if (method === 'GET' && text !== null) url.search = text
    const headers = {
      authorization: `Bearer ${secretKey}`,
      'stripe-version': apiVersion,
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(key === null ? {} : { 'idempotency-key': key }),
    }
    const body = method === 'POST' ? (text ?? '') : null
    const answer = await outbound
      .request({
        method,
        url,
        headers,
        body,
        signal: AbortSignal.timeout(callLimit),
        secretPlaces: { headers: ['authorization'] },
      })
      .catch((cause: unknown) => {
        throw new StripeUnknown("Stripe couldn't be reached, or didn't respond in time.", { cause })
      })
    return answerOf(answer)
  }
  return {
    get: (path, query) => request('GET', path, query ?? null, null),
    post: (path, form, key) => request('POST', path, form, key),
    remove: (path) => request('DELETE', path, null, null),
  }
}
