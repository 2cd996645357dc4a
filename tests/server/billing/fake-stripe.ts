/** A host with the shapes of Stripe's API that we use: intents, customers, pages for cards, idempotency keys; it fails on command. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Json = Record<string, unknown>
export type Trouble = 'none' | 'timeout-after-charge' | 'error-before-charge' | 'error-after-charge' | 'key-in-use' | 'away'

/** Cards by their name: what becomes of a payment with them. */
const outcomes: Readonly<Record<string, 'succeeded' | 'declined' | 'authentication'>> = {
  pm_succeeds: 'succeeded',
  pm_declined: 'declined',
  pm_authentication: 'authentication',
}

export async function startStripe() {
  const intents = new Map<string, Json>()
  const sessions = new Map<string, Json>()
  const removed: string[] = []
  /** Answers by key: the first one is given again, errors too. */
  const answered = new Map<string, { readonly status: number; readonly body: Json }>()
  const seen: {
    method: string
    path: string
    key: string | undefined
    form: URLSearchParams
    authorization: string | undefined
  }[] = []
  let trouble: Trouble = 'none'

  function pay(form: URLSearchParams): { status: number; body: Json } {
    const outcome = outcomes[form.get('payment_method') ?? ''] ?? 'declined'
    const isThere = form.get('off_session') !== 'true'
    const id = `pi_${randomUUID().slice(0, 8)}`
    const intent: Json = {
      ...{
        id,
        object: 'payment_intent',
        amount: Number(form.get('amount')),
        currency: form.get('currency'),
        customer: form.get('customer'),
        created: Math.floor(Date.now() / 1_000),
      },
      metadata: { payment: form.get('metadata[payment]'), invoice: form.get('metadata[invoice]') },
    }
    intents.set(id, intent)
    const refuse = (code: string, message: string) => {
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { code, message } })
      return { status: 402, body: { error: { type: 'card_error', code, message, payment_intent: intent } } }
    }
    if (outcome === 'declined') return refuse('card_declined', 'Your card has insufficient funds.')
    if (outcome === 'authentication' && !isThere)
      return refuse('authentication_required', 'Your card was declined. This transaction requires authentication.')
    if (outcome === 'authentication') {
      const next = {
        type: 'redirect_to_url',
        redirect_to_url: { url: `https://hooks.stripe.test/${id}`, return_url: form.get('return_url') },
      }
      Object.assign(intent, { status: 'requires_action', next_action: next })
    } else Object.assign(intent, { status: 'succeeded' })
    return { status: 200, body: intent }
  }

  function post(path: string, form: URLSearchParams): { status: number; body: Json } {
    if (path === '/v1/customers') return { status: 200, body: { id: `cus_${randomUUID().slice(0, 8)}`, object: 'customer' } }
    if (path === '/v1/checkout/sessions') {
      const id = `cs_${randomUUID().slice(0, 8)}`
      const session: Json = {
        id,
        object: 'checkout.session',
        mode: form.get('mode'),
        status: 'open',
        url: `https://checkout.stripe.test/${id}`,
      }
      sessions.set(id, { ...session, client_reference_id: form.get('client_reference_id') })
      return { status: 200, body: session }
    }
    if (path === '/v1/payment_intents') return pay(form)
    const [, card] = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(path) ?? []
    if (card !== undefined) return remove(card)
    const [, id = ''] = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(path) ?? []
    const intent = intents.get(id)
    if (!intent) return { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such resource' } } }
    Object.assign(intent, { status: 'canceled', next_action: null })
    return { status: 200, body: intent }
  }

  /** A card that is detached twice, or a customer that is deleted twice, is refused as Stripe does. */
  function remove(id: string): { status: number; body: Json } {
    if (removed.includes(id))
      return { status: 400, body: { error: { type: 'invalid_request_error', message: 'It is not attached to a customer' } } }
    removed.push(id)
    return { status: 200, body: { id, deleted: true } }
  }

  function get(path: string, query: URLSearchParams): { status: number; body: Json } {
    if (path === '/v1/payment_intents') {
      const all = [...intents.values()]
        .filter(
          (it) => it['customer'] === query.get('customer') && Number(it['created']) >= Number(query.get('created[gte]') ?? 0),
        )
        .toReversed()
      const from = all.findIndex((it) => it['id'] === query.get('starting_after')) + 1
      const data = all.slice(from, from + Number(query.get('limit') ?? 10))
      return { status: 200, body: { data, has_more: from + data.length < all.length } }
    }
    const id = path.split('/').at(-1) ?? ''
    const found = intents.get(id) ?? sessions.get(id)
    return found
      ? { status: 200, body: found }
      : { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such resource' } } }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const form = new URLSearchParams(await text(request))
    const key = request.headers['idempotency-key'] as string | undefined
    seen.push({ method: request.method ?? '', path: url.pathname, key, form, authorization: request.headers.authorization })
    const send = ({ status, body }: { status: number; body: Json }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'GET') return send(get(url.pathname, url.searchParams))
    if (trouble === 'away') return request.socket.destroy()
    if (request.method === 'DELETE') return send(remove(url.pathname.split('/').at(-1) ?? ''))
    const before = key === undefined ? undefined : answered.get(key)
    if (before) return send(before)
    const isPayment = url.pathname === '/v1/payment_intents'
    const failed = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong' } } }
    if (isPayment && trouble === 'key-in-use')
      return send({
        status: 409,
        body: { error: { type: 'idempotency_error', message: 'There is another request in progress' } },
      })
    if (isPayment && trouble === 'error-before-charge') return send(failed)
    const done = post(url.pathname, form)
    if (key !== undefined) answered.set(key, isPayment && trouble === 'error-after-charge' ? failed : done)
    // The response never comes: the connection is cut.
    if (isPayment && trouble === 'timeout-after-charge') return request.socket.destroy()
    return send(isPayment && trouble === 'error-after-charge' ? failed : done)
  }

  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** Payments that charged somebody, by the key that we gave them. */
    charged: (payment: string) =>
      [...intents.values()].filter((it) => it['status'] === 'succeeded' && (it['metadata'] as Json)['payment'] === payment)
        .length,
    succeeded: () => [...intents.values()].filter((it) => it['status'] === 'succeeded'),
    intents: () => [...intents.values()],
    removed,
    /** Payments of a customer that have nothing to do with ours. */
    addOthers: (customer: string, count: number) => {
      for (let n = 0; n < count; n += 1)
        intents.set(`pi_other${n}`, { id: `pi_other${n}`, customer, created: Math.floor(Date.now() / 1_000), status: 'canceled' })
    },
    be: (it: Trouble) => {
      trouble = it
    },
    /** Keys are a day old: Stripe removes them. */
    forgetKeys: () => answered.clear(),
    /** The person confirms on the page of the bank. */
    confirm: (id: string) => Object.assign(intents.get(id) ?? {}, { status: 'succeeded', next_action: null }),
    /** The person types a card on the page. */
    typeCard: (id: string, method: string, last4: string) =>
      Object.assign(sessions.get(id) ?? {}, {
        status: 'complete',
        setup_intent: {
          status: 'succeeded',
          payment_method: {
            ...{ id: method, type: 'card', billing_details: { name: 'Ada Admin', email: 'ada@example.test' } },
            card: { brand: 'visa', last4, exp_month: 12, exp_year: 2031 },
          },
        },
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
