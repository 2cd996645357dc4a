/**
 * A few small, real HTTP systems, so that a newcomer watches a real integration without the internet. They stand for systems of other people: no
 * sign-in, not part of the contract. All state is in the database. Only this machine reaches them: its connectors, each company with an inbox of its
 * own, and whoever works on the machine, who sees all inboxes. Each inbox keeps the newest records only (finding T5).
 *
 * GET  /sandbox/shop/orders      orders with nested customer and lines; `limit` with `offset`, `page` or `cursor`; `{ items, total, next_cursor }`
 * GET  /sandbox/shop/customers   customers, paged alike
 * POST /sandbox/crm/orders       takes an object, an array, or `{ items: [] }`; the same `Idempotency-Key` has one effect and one answer
 * POST /sandbox/crm/contacts     likewise
 * GET  /sandbox/crm/orders       what arrived, newest first, with `total`; likewise `/contacts`
 * POST /sandbox/invoicing/orders         likewise; an order that was returned is refused with 422
 * POST /sandbox/newsletter/subscribers  likewise; who has unsubscribed is refused with 422; GET shows what both took
 * GET  /sandbox/flaky/orders     the shop's orders, slowly; every fifth request answers 503 with `Retry-After: 1`
 * POST /sandbox/flaky/orders     as the CRM, slowly; a quarter of the keys is refused with 503 at the first try
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { hasSandboxKey } from '#server/outbound/headers.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { arrived, countTry, inboxOf, receive } from './inbox.ts'
import { type PageQuery, pageOf, pageOfMade, pageQuery, stretchOf } from './paging.ts'
import { customer, customerCount, order, orderCount } from './shop.ts'

/** Milliseconds that the slow system takes. */
const slowness = 150
const bodyLimit = 1024 * 1024
const recordsMax = 1_000

type Listing = { readonly Querystring: PageQuery }

const isObject = (it: unknown): it is Readonly<Record<string, unknown>> =>
  typeof it === 'object' && it !== null && !Array.isArray(it)

/** The records of a body, or null when it holds something else. */
function recordsOf(body: unknown): readonly Readonly<Record<string, unknown>>[] | null {
  const list = isObject(body) && Array.isArray(body['items']) ? body['items'] : Array.isArray(body) ? body : [body]
  return list.length > 0 && list.length <= recordsMax && list.every(isObject) ? list : null
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key.slice(0, 255) : undefined
}

const refuse = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error })
const busy = (reply: FastifyReply) => refuse(reply.header('retry-after', '1'), 503, 'The system is busy.')

/** Whether a key is one of the quarter that is refused at first. */
const isUnlucky = (key: string) => (createHash('sha256').update(key).digest()[0] ?? 0) % 4 === 0

type Options = {
  readonly db: Kysely<Tables>
  readonly isOpen?: () => Promise<boolean>
  readonly isLoopbackRequest?: (request: FastifyRequest) => boolean
}

/** The company whose connector asks; null for whoever works on this machine. */
function tenantOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const tenant = request.headers['x-sandbox-tenant']
  return typeof tenant === 'string' && tenant !== '' ? tenant : null
}

/** Registers the sandbox; `prefix` is `/sandbox`. */
export async function sandbox(
  app: FastifyInstance,
  { db, isOpen = async () => true, isLoopbackRequest = () => true }: Options,
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!(await isOpen()))
      return refuse(reply, 403, 'The sandbox is off here. The operator or the SANDBOX setting switched it off.')
    if (!hasSandboxKey(request.headers) && !isLoopbackRequest(request))
      return refuse(reply, 403, 'The sandbox accepts only requests from this installation.')
    return undefined
  })

  const listing = { schema: { querystring: pageQuery, hide: true } }
  const taking = { bodyLimit, schema: { hide: true } }
  let flakyReads = 0

  async function take(system: string, request: FastifyRequest, reply: FastifyReply) {
    const records = recordsOf(request.body)
    if (!records) return refuse(reply, 400, `Send an object, or a list of 1 to ${recordsMax} objects.`)
    const refused = records.map((it) => strictSystems[system]?.(it) ?? null).find((why) => why !== null)
    if (refused) return refuse(reply, 422, refused)
    const received = await receive(db, inboxOf(system, tenantOf(request)), keyOf(request), records)
    if (received.kind === 'key-reused') return refuse(reply, 422, 'This Idempotency-Key was already used with other records.')
    return reply.code(201).type('application/json').send(received.answer)
  }

  async function show(system: string, request: FastifyRequest<Listing>) {
    const stretch = stretchOf(request.query)
    const { items, total } = await arrived(db, system, tenantOf(request), stretch)
    return pageOf(items, total, stretch)
  }

  app.get<Listing>('/shop/orders', listing, ({ query }) => pageOfMade(order, orderCount, query))
  app.get<Listing>('/shop/customers', listing, ({ query }) => pageOfMade(customer, customerCount, query))

  for (const system of ['crm/orders', 'crm/contacts', ...Object.keys(strictSystems)]) {
    app.options(`/${system}`, listing, (_, reply) => reply.code(204).header('allow', 'GET, HEAD, POST, OPTIONS').send())
    app.post(`/${system}`, taking, (request, reply) => take(system, request, reply))
    app.get<Listing>(`/${system}`, listing, (request) => show(system, request))
  }

  app.get<Listing>('/flaky/orders', listing, async ({ query }, reply) => {
    await pause(slowness)
    flakyReads += 1
    return flakyReads % 5 === 0 ? busy(reply) : pageOfMade(order, orderCount, query)
  })
  app.options('/flaky/orders', listing, (_, reply) => reply.code(204).header('allow', 'GET, HEAD, POST, OPTIONS').send())
  app.post('/flaky/orders', taking, async (request, reply) => {
    await pause(slowness)
    const key = keyOf(request)
    if (key !== undefined && isUnlucky(key) && (await countTry(db, inboxOf('flaky/orders', tenantOf(request)), key)) === 1)
      return busy(reply)
    return take('flaky/orders', request, reply)
  })
  app.get<Listing>('/flaky/arrived', listing, (request) => show('flaky/orders', request))
}

/** What the strict systems of the sandbox do not take, so that a newcomer sees how records that fail are shown, corrected and sent again. */

type Received = Readonly<Record<string, unknown>>

/** Every so many of the shop's customers has unsubscribed. */
const unsubscribedEvery = 20

/** Why an invoicing system refuses an order; null when it takes it. */
function refusedInvoice({ orderNumber, status }: Received): string | null {
  return status === 'returned' ? `Order ${String(orderNumber)} was returned. Returned orders cannot be invoiced.` : null
}

/** Why a newsletter refuses a subscriber; null when it takes it. */
function refusedSubscriber({ email }: Received): string | null {
  const [, number = ''] = /^customer(\d+)@/.exec(String(email)) ?? []
  return number !== '' && Number(number) % unsubscribedEvery === 0
    ? `${String(email)} has unsubscribed and cannot be added.`
    : null
}

/** By the path of the system. */
const strictSystems: Readonly<Record<string, (record: Received) => string | null>> = {
  'invoicing/orders': refusedInvoice,
  'newsletter/subscribers': refusedSubscriber,
}
