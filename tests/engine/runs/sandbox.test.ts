import fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'

import { sandbox } from '#server/features/shell/sandbox/sandbox.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { configFor, ended, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

async function serve({ db }: Database, options: Partial<Parameters<typeof sandbox>[1]> = {}): Promise<FastifyInstance> {
  const app = fastify()
  await app.register(sandbox, { db, prefix: '/sandbox', ...options })
  onTestFinished(() => app.close())
  return app
}

const post = (app: FastifyInstance, url: string, payload: unknown, key?: string) =>
  app.inject({ method: 'POST', url, payload: payload as object, headers: key ? { 'idempotency-key': key } : {} })

const totalOf = async (app: FastifyInstance, url: string) => (await app.inject({ url })).json<{ total: number }>().total

type OrderPage = { readonly items: readonly { readonly id: number }[]; readonly next_cursor: string | null }

describeOnEachDatabase('the sandbox', (open) => {
  it.each(['offset', 'page', 'cursor'])('pages its shop by %s to the same orders', async (paging) => {
    const { database } = await open()
    const app = await serve(database)
    const ids: number[] = []
    const next = { offset: '0', page: '1', cursor: '0' }[paging] as string
    for (let at: string | null = next, pages = 0; at !== null && pages < 10; pages += 1) {
      const page: OrderPage = (await app.inject({ url: '/sandbox/shop/orders', query: { limit: '50', [paging]: at } })).json()
      ids.push(...page.items.map(({ id }) => id))
      at =
        paging === 'cursor'
          ? page.next_cursor
          : page.items.length === 0
            ? null
            : String(paging === 'page' ? pages + 2 : ids.length)
    }
    expect(ids).toEqual(Array.from({ length: 240 }, (_, at) => 1_001 + at))
  })

  it('has each effect once under its key, also after a restart', async () => {
    const { database, place } = await open()
    const app = await serve(database)
    const first = await post(app, '/sandbox/crm/orders', [{ id: 1 }, { id: 2 }], 'k1')
    expect([first.statusCode, first.json()]).toEqual([201, { accepted: 2 }])
    expect((await post(app, '/sandbox/crm/orders', [{ id: 1 }, { id: 2 }], 'k1')).json()).toEqual({ accepted: 2 })
    expect((await post(app, '/sandbox/crm/orders', { id: 3 }, 'k1')).statusCode).toBe(422)
    expect((await post(app, '/sandbox/crm/contacts', { items: [{ id: 9 }] })).statusCode).toBe(201)
    await database.close()
    const again = await openDatabase(place)
    const next = await serve(again)
    expect((await post(next, '/sandbox/crm/orders', [{ id: 1 }, { id: 2 }], 'k1')).json()).toEqual({ accepted: 2 })
    expect(await totalOf(next, '/sandbox/crm/orders')).toBe(2)
    expect(await totalOf(next, '/sandbox/crm/contacts')).toBe(1)
    await next.close()
    await again.close()
  })

  it('keeps what each company sends apart, and shows all of it to this machine only', async () => {
    const { database } = await open()
    const app = await serve(database, { isLoopbackRequest: ({ ip }) => ip === '127.0.0.1' })
    const as = (tenant: string, remoteAddress = '127.0.0.1') => ({ headers: { 'x-sandbox-tenant': tenant }, remoteAddress })
    const url = '/sandbox/crm/orders'
    for (const tenant of ['a', 'b'])
      expect((await app.inject({ method: 'POST', url, payload: { of: tenant }, ...as(tenant) })).statusCode).toBe(201)
    const shown = async (request: object) => {
      const reply = (await app.inject({ url, ...request })).json<{ items: { record: { of: string } }[]; total: number }>()
      return [reply.total, ...reply.items.map(({ record }) => record.of)]
    }
    expect(await shown(as('a'))).toEqual([1, 'a'])
    expect(await shown(as('b'))).toEqual([1, 'b'])
    expect(await shown({})).toEqual([2, 'b', 'a'])
    expect((await app.inject({ url, remoteAddress: '203.0.113.9' })).statusCode).toBe(403)
    const closed = await serve(database, { isOpen: async () => false })
    expect((await closed.inject({ url })).statusCode).toBe(403)
  })

  it('keeps the newest records of an inbox, so many characters of them', async () => {
    const { database } = await open()
    const app = await serve(database)
    const text = 'x'.repeat(900_000)
    for (let at = 0; at < 45; at += 1)
      expect((await post(app, '/sandbox/crm/contacts', { at, text }, `k${at}`)).statusCode).toBe(201)
    const { items, total } = (await app.inject({ url: '/sandbox/crm/contacts?limit=1' })).json<{
      items: { record: { at: number } }[]
      total: number
    }>()
    expect(items[0]?.record.at).toBe(44)
    expect(total).toBeGreaterThan(30)
    expect(total).toBeLessThan(40)
  })

  it.each([['a text'], [[]], [[1]], [{ items: [] }]])('refuses %j', async (payload) => {
    const { database } = await open()
    const app = await serve(database)
    const answer = await app.inject({
      method: 'POST',
      url: '/sandbox/crm/orders',
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(400)
  })

  it('carries a real run through its flaky system, with the guard open for nothing but itself', async () => {
    const { database } = await open()
    // As behind a proxy: only the connectors of this process are let in.
    const app = await serve(database, { isLoopbackRequest: () => false })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const place = await settleIn(database)
    const engine = startEngine(database, { outbound: { egressAllow: [], sandboxOrigin: origin } })
    onTestFinished(() => engine.stop())
    const config = configFor({ source: '', destination: `${origin}/sandbox/flaky/orders`, strategy: 'bulk', batchSize: 20 })
    const run = await openRunOf(database, place, {
      ...config,
      source: { ...config.source, url: `${origin}/sandbox/flaky/orders` },
    })
    engine.wake()
    expect(await ended(database, place, run)).toMatchObject({ status: 'succeeded', recordsDelivered: 240 })
    expect((await app.inject({ url: '/sandbox/flaky/arrived' })).statusCode).toBe(403)
    expect(await totalOf(await serve(database), '/sandbox/flaky/arrived')).toBe(240)
  })
})
