/** Events of Stripe. They only say where to look: what is true is asked of its API, so that their order and number do not matter. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { validate as isUuid } from 'uuid'
import { refusal } from '#contract/kit/problem.ts'
import { databaseNow } from '../../../../platform/database/database-now.ts'
import type { Tables } from '../../../../platform/database/tables/tables.ts'
import { chargePending } from '../charging.ts'
import { dueAtOnce } from '../payments.repository.ts'
import type { PaymentProvider } from '../provider.ts'
import { objectIn, textIn } from './stripe-api.ts'
import { isTaken, takeEvent } from './stripe-provider.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly provider: PaymentProvider
  readonly publicUrl: string
  readonly secrets: readonly string[]
}
type Arrival = { readonly signature: string | undefined; readonly body: Buffer }

const isId = (text: string | null): text is string => text !== null && isUuid(text)

export function createStripeEvents({ db, provider, publicUrl, secrets }: Deps) {
  /** @throws `payment-event/not-proved`, `request/not-json`. */
  return async function receive({ signature, body }: Arrival): Promise<{ received: true }> {
    if (!isSigned(signature, body, secrets, (await databaseNow(db)).getTime())) throw refusal('payment-event/not-proved')
    let event: unknown
    try {
      event = JSON.parse(body.toString('utf8'))
    } catch {
      throw refusal('request/not-json')
    }
    if (typeof event !== 'object' || event === null) throw refusal('request/not-json')
    const of = event as Record<string, unknown>
    const [id, type] = [textIn(of, 'id'), textIn(of, 'type') ?? '']
    if (id === null || (await isTaken(db, provider.name, id))) return { received: true }
    const about = objectIn(objectIn(of, 'data'), 'object')
    if (type.startsWith('payment_intent.')) {
      const payment = textIn(objectIn(about, 'metadata'), 'payment')
      const invoiceId = isId(payment) ? await dueAtOnce(db, payment) : null
      if (invoiceId !== null) await chargePending({ db, provider, publicUrl }, invoiceId)
    } else if (type.startsWith('checkout.session.')) {
      const companyId = textIn(about, 'client_reference_id')
      if (isId(companyId)) await provider.cards?.collect(companyId)
    }
    // Only now: one whose work failed is sent again.
    await takeEvent(db, provider.name, id, type)
    return { received: true }
  }
}

// The header `Stripe-Signature`: `t=<seconds>,v1=<hex>`, several `v1` while a secret is changed. Over the bytes of the body.

/** Seconds that an event may be old, and that clocks may differ. */
const tolerance = 300
const signaturesMax = 10

const isSame = (given: string, wanted: string) => {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export const stripeSignature = (secret: string, at: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')

/** Whether one of the secrets signed the body, not long ago. @param now milliseconds. */
export function isSigned(header: string | undefined, body: Buffer, secrets: readonly string[], now: number): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='))
  const valuesOf = (name: string) => parts.filter(([key]) => key === name).map(([, value = '']) => value)
  const [time = ''] = valuesOf('t')
  const at = Number(time)
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1_000 - at) > tolerance) return false
  const given = valuesOf('v1').slice(0, signaturesMax)
  return secrets.some((secret) => given.some((it) => isSame(it, stripeSignature(secret, at, body))))
}
