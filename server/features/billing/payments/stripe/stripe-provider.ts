/** Stripe behind the port of payments: charges saved cards, and has cards typed on its own page. No card number reaches this server. */
import { type Kysely, sql } from 'kysely'

import type { Outbound } from '../../../../outbound/outbound.ts'
import type { StripeSettings } from '../../../../platform/config/payment-config.ts'
import type { Tables } from '../../../../platform/database/tables/tables.ts'
import type { Charge, ChargeResult, PaymentProvider, Removal } from '../provider.ts'
import { createStripeApi, type Form, type Json, objectIn, type StripeAnswer, StripeUnknown, textIn } from './stripe-api.ts'
import { createStripeCards } from './stripe-cards.ts'

type Db = Kysely<Tables>
type Deps = {
  readonly db: Db
  readonly outbound: Pick<Outbound, 'request'>
  readonly settings: StripeSettings
  readonly publicUrl: string
}

/** Intents of one page. */
const listed = '100'
/** Pages that are looked through for one payment. */
const pagesMax = 100
/** Seconds by which the clocks of both may differ. */
const clockDifference = 3_600

/** What an intent says of itself; null while it is not decided. */
export function resultOf(intent: Json): ChargeResult | null {
  const ref = textIn(intent, 'id') ?? ''
  const status = textIn(intent, 'status')
  if (status === 'succeeded') return { status: 'succeeded', ref }
  const url = textIn(objectIn(objectIn(intent, 'next_action'), 'redirect_to_url'), 'url')
  if (status === 'requires_action') return url === null ? { status: 'action' } : { status: 'redirect', url, ref }
  if (status === 'requires_payment_method' || status === 'canceled') {
    const reason = textIn(objectIn(intent, 'last_payment_error'), 'message')
    return { status: 'failed', reason: reason ?? 'The payment was not confirmed.' }
  }
  return null
}

export function createStripeProvider({ db, outbound, settings, publicUrl }: Deps): PaymentProvider {
  const name = settings.secretKey.startsWith('sk_live_') || settings.secretKey.startsWith('rk_live_') ? 'stripe' : 'stripe-test'
  const api = createStripeApi({ outbound, ...settings })
  const cards = createStripeCards({ db, api, provider: name, publicUrl })

  /** The intent that a payment made, whatever was answered when it was made: none is older than the payment. */
  async function findIntent(customer: string, { key, since }: Pick<Charge, 'key' | 'since'>): Promise<Json | null> {
    const from = String(Math.floor(since.getTime() / 1_000) - clockDifference)
    let after: Form = {}
    for (let page = 0; page < pagesMax; page += 1) {
      const answer = await api.get('/v1/payment_intents', { customer, limit: listed, 'created[gte]': from, ...after })
      if (!answer.ok) {
        // A customer that Stripe does not know has made none.
        if (answer.error.code === 'resource_missing') return null
        throw new StripeUnknown(answer.error.message)
      }
      const data = Array.isArray(answer.body['data']) ? (answer.body['data'] as Json[]) : []
      const found = data.find((intent) => textIn(objectIn(intent, 'metadata'), 'payment') === key)
      if (found !== undefined) return found
      const last = textIn(data.at(-1) ?? null, 'id')
      if (answer.body['has_more'] !== true || last === null) return null
      after = { starting_after: last }
    }
    throw new StripeUnknown('This customer has too many payments to search.')
  }

  const readIntent = async (ref: string): Promise<Json> => {
    const answer = await api.get(`/v1/payment_intents/${encodeURIComponent(ref)}`)
    if (!answer.ok) throw new StripeUnknown(answer.error.message)
    return answer.body
  }

  function decided(intent: Json): ChargeResult {
    const result = resultOf(intent)
    if (result === null) throw new StripeUnknown("Stripe hasn't completed the payment yet.")
    return result
  }

  async function create(
    { key, methodRef, amount, currency, isConfirmed, number }: Charge,
    customer: string,
  ): Promise<ChargeResult> {
    const form: Form = {
      ...{ amount: String(amount), currency: currency.toLowerCase(), customer, payment_method: methodRef, confirm: 'true' },
      ...{ description: `Invoice ${number}`, 'metadata[payment]': key, 'metadata[invoice]': number },
      // With the person there, the bank may ask on its own page; without, it can only refuse.
      ...(isConfirmed ? { return_url: `${publicUrl}/account?tab=invoices` } : { off_session: 'true' }),
    }
    const answer: StripeAnswer = await api.post('/v1/payment_intents', form, key)
    if (answer.ok) {
      // What is saved under a key stays as it was; what it has become is read.
      return resultOf(answer.body) ?? decided(await readIntent(textIn(answer.body, 'id') ?? ''))
    }
    const { error } = answer
    if (error.code === 'authentication_required') return { status: 'action' }
    return { status: 'failed', reason: error.message }
  }

  return {
    name,
    isTest: name === 'stripe-test',
    testCard: null,
    cards,
    async charge(it) {
      const customer = await cards.findCustomer(it.companyId)
      if (customer === null) return { status: 'failed', reason: 'The card is unknown.' }
      // Stripe forgets a key after a day: what an earlier try has made is found by its payment then.
      const made = it.isLate ? await findIntent(customer, it) : null
      if (made !== null) return decided(made)
      try {
        return await create(it, customer)
      } catch (thrown) {
        if (!(thrown instanceof StripeUnknown)) throw thrown
        // It may have been made all the same, and the same error may be answered for a day: what there is decides.
        const intent = await findIntent(customer, it)
        const result = intent === null ? null : resultOf(intent)
        if (result === null) throw thrown
        return result
      }
    },
    async look(ref, isTooLate) {
      const intent = await readIntent(ref)
      const result = resultOf(intent)
      if (result?.status !== 'redirect' || !isTooLate) return result?.status === 'redirect' ? null : result
      const answer = await api.post(`/v1/payment_intents/${encodeURIComponent(ref)}/cancel`, {}, `cancel-${ref}`)
      return answer.ok ? { status: 'failed', reason: 'The payment was not confirmed in time.' } : resultOf(await readIntent(ref))
    },
    async remove({ kind, ref }: Removal) {
      const at = encodeURIComponent(ref)
      const answer =
        kind === 'customer'
          ? await api.remove(`/v1/customers/${at}`)
          : await api.post(`/v1/payment_methods/${at}/detach`, {}, `detach-${ref}`)
      // Refused: it is gone, or belongs to nobody any more.
      if (!answer.ok && answer.error.type !== 'invalid_request_error') throw new StripeUnknown(answer.error.message)
    },
  }
}

export async function isTaken(db: Db, provider: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from payment_events where provider = ${provider} and event_id = ${id}`.execute(db)
  return rows.length > 0
}

export async function takeEvent(db: Db, provider: string, id: string, type: string): Promise<void> {
  await sql`insert into payment_events (provider, event_id, type) values (${provider}, ${id}, ${type}) on conflict do nothing`.execute(
    db,
  )
}
