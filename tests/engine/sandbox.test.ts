import fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'

import { sandbox } from '../../server/sandbox/sandbox.ts'
import type { Database } from '../../server/store/database.ts'
import { openDatabase } from '../../server/store/database.ts'
import { describeOnEachDatabase } from '../server/databases.ts'
import { configFor, ended, openRunOf, settleIn, startEngine } from './stage.ts'

async function serve({ db }: Database): Promise<FastifyInstance> {
  const app = fastify()
  await app.register(sandbox, { db, prefix: '/sandbox' })
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
    const app = await serve(database)
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
    expect(await totalOf(app, '/sandbox/flaky/arrived')).toBe(240)
  })
})
