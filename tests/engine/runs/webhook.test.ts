/** Events from the door to the destination, through the whole product. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { problem } from '#contract/kit/problem.ts'
import { createEventWaiting } from '#server/features/connectors/triggers/event-waiting.ts'
import { forgetSettledEvents } from '#server/records/connectors/hook-events.repository.ts'
import { openProduct, type Product } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { configFor, eventually, isOver } from '../kit/stage.ts'

type Change = (config: ConnectorConfig) => ConnectorConfig

const plain: ConnectorConfig['source'] = { type: 'http' }
const asHook = (config: ConnectorConfig, source = plain): ConnectorConfig => ({ ...config, trigger: { type: 'webhook' }, source })

describeOnEachDatabase('events', (open) => {
  async function stage(change: Change = (it) => it, answers: Parameters<typeof startDestination>[0] = {}) {
    const { database } = await open()
    const destination = await startDestination(answers)
    const product = await openProduct(database)
    onTestFinished(async () => {
      await product.close()
      await destination.close()
    })
    const config = change(asHook(configFor({ source: '', destination: destination.url })))
    const { connectorId } = await product.activeConnector(config)
    const secret = String((await product.ask('POST', `/api-connectors/${connectorId}/hook`)).body.plainSecret)
    const send = (body: unknown, headers: Record<string, string> = {}) =>
      product.app.inject({
        method: 'POST',
        url: `/hooks/${connectorId}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const taken = async (...args: Parameters<typeof send>) => expect((await send(...args)).statusCode).toBe(202)
    const hook = async () => (await product.ask('GET', `/api-connectors/${connectorId}/hook`)).body
    return { database, destination, product, connectorId, config, send, taken, hook }
  }

  const runsOf = async (product: Product, connectorId: string) =>
    (await product.ask('GET', `/api-connectors/${connectorId}/runs?limit=100`)).body.data as Run[]
  /** Until nothing waits and nothing is on its way. */
  const settled = (product: Product, connectorId: string, count: number) =>
    eventually(
      () => runsOf(product, connectorId),
      (runs) => runs.every(isOver) && runs.reduce((sum, it) => sum + it.recordsRead, 0) >= count,
    )

  it('are delivered at once, as they came, by a run that says what started it', async () => {
    const { destination, product, connectorId, taken, hook } = await stage()
    await taken('{"id":9007199254740993,"price":1.10,"text":"\\u00e9\\ud83d\\ude00"}')
    const [run] = await settled(product, connectorId, 1)
    expect(run).toMatchObject({ trigger: 'webhook', status: 'succeeded', recordsRead: 1, recordsDelivered: 1 })
    expect(destination.bodies[0]).toContain('"id":9007199254740993')
    expect(JSON.parse(destination.bodies[0] ?? '')).toMatchObject({ price: 1.1, text: 'é😀' })
    expect(await hook()).toMatchObject({ held: 0, isLive: true })
  })

  it('that come while the connector is paused are held, counted, and delivered once when it is resumed', async () => {
    const { destination, product, connectorId, taken, hook } = await stage()
    await product.ask('POST', `/api-connectors/pause/${connectorId}`)
    for (let id = 1; id <= 214; id += 1) await taken({ id })
    expect(await hook()).toMatchObject({ held: 214 })
    const { body } = await product.ask('GET', `/api-connectors/${connectorId}`)
    expect(body).toMatchObject({ heldEvents: 214, statusNext: '214 events wait until you resume.' })
    expect(await runsOf(product, connectorId)).toEqual([])
    await product.ask('POST', `/api-connectors/resume/${connectorId}`)
    await settled(product, connectorId, 214)
    expect([...destination.effects.values()]).toEqual(Array(214).fill(1))
    expect(destination.journal).toHaveLength(214)
    expect(await hook()).toMatchObject({ held: 0 })
  })

  it('each count, equal ones too, and come in their order', async () => {
    const { destination, product, connectorId, taken } = await stage()
    await product.ask('POST', `/api-connectors/pause/${connectorId}`)
    for (const id of [7, 7, 8, 7]) await taken({ id, state: 'on' })
    await product.ask('POST', `/api-connectors/resume/${connectorId}`)
    await settled(product, connectorId, 4)
    await taken({ id: 7, state: 'on' })
    await settled(product, connectorId, 5)
    expect([destination.effects.get(7), destination.effects.get(8)]).toEqual([4, 1])
  })

  it('may carry lists, whose records are delivered in bulk; one without a list fails by itself', async () => {
    const { destination, product, connectorId, taken } = await stage((config) => ({
      ...config,
      source: {
        type: 'http',
        isList: true,
        listPath: 'data.orders',
        listConfig: { type: 'batch', iterationPath: '', batchSize: 4, outputConfig: { strategy: 'bulk' } },
      },
    }))
    await product.ask('POST', `/api-connectors/pause/${connectorId}`)
    for (const ids of [[1, 2, 3], [4, 5], []]) await taken({ data: { orders: ids.map((id) => ({ id })) } })
    await taken({ data: { order: { id: 6 } } })
    await product.ask('POST', `/api-connectors/resume/${connectorId}`)
    const [run] = await settled(product, connectorId, 6)
    expect(run).toMatchObject({ recordsRead: 6, recordsDelivered: 5, recordsFailed: 1 })
    const failed = await product.ask('GET', `/api/analytics/transactions/${connectorId}?status=failure`)
    expect(failed.body.transactions[0].error.message).toMatch(
      /^The event \S+ contains no list where the configuration expects one\.$/,
    )
    expect(destination.journal.map(({ ids }) => ids)).toEqual(expect.arrayContaining([[1, 2, 3, 4], [5]]))
    expect([...destination.effects.values()]).toEqual([1, 1, 1, 1, 1])
  })

  it('whose sender waits are answered with what became of their records, in our words, and a second time without a second delivery', async () => {
    const proof = { type: 'token', in: 'header', name: 'Authorization', prefix: 'Bearer ' } as const
    const { database, destination, product, connectorId, send } = await stage(
      (config) => ({
        ...config,
        trigger: { type: 'webhook', hook: { sender: 'other', proof, wait: true } },
        source: { type: 'http', isList: true, listPath: 'orders' },
      }),
      {
        misbehave: ({ ids }) =>
          ids.includes(2)
            ? { commits: false, answer: (response) => response.writeHead(422).end('{"error":"what they said"}') }
            : null,
      },
    )
    const event = (...ids: number[]) => ({ orders: ids.map((id) => ({ id })) })
    const [good, bad, empty, listless] = await Promise.all([
      send(event(1, 3)),
      send(event(2, 4), { 'webhook-id': 'second' }),
      send(event()),
      send({}),
    ])
    const none = { delivered: 0, skipped: 0, failed: 0, unknown: 0, remoteId: null, error: null, held: false }
    expect([good.statusCode, good.json()]).toMatchObject([200, { ...none, result: 'delivered', delivered: 2 }])
    expect([empty.statusCode, empty.json()]).toMatchObject([200, { ...none, result: 'skipped' }])
    expect([listless.statusCode, listless.json().error.code]).toEqual([422, 'source/no-list'])
    const { code, title, message } = problem('destination/refused')
    expect([bad.statusCode, bad.json()]).toMatchObject([
      502,
      { ...none, result: 'failed', delivered: 1, failed: 1, error: { code, title, message } },
    ])
    expect(bad.body).not.toContain('what they said')
    const requests = destination.journal.length
    expect((await send(event(2, 4), { 'webhook-id': 'second' })).body).toBe(bad.body)
    expect(destination.journal).toHaveLength(requests)
    await product.ask('POST', `/api-connectors/pause/${connectorId}`)
    expect((await send(event(5))).statusCode).toBe(202)
    const { rows } = await sql<{ companyId: string; id: string }>`
      select company_id as "companyId", id from hook_events where run_id is null`.execute(database.db)
    const [held] = rows
    const waiting = createEventWaiting(
      database.db,
      () => () => {},
      () => {},
      1,
    )
    expect(await waiting.outcomeOf({ companyId: held?.companyId ?? '', connectorId }, held?.id ?? '')).toBeNull()
  })

  it('that keep coming while others are delivered all arrive once, in few runs', async () => {
    const { destination, product, connectorId, taken, hook } = await stage()
    const started = Date.now()
    for (let id = 1; id <= 300; id += 1) await taken({ id }, { 'webhook-id': `m${id % 290}-${id < 291 ? '' : 'again'}` })
    const runs = await settled(product, connectorId, 300)
    expect(destination.effects.size).toBe(300)
    expect(new Set(destination.effects.values())).toEqual(new Set([1]))
    expect(runs.length).toBeLessThanOrEqual(2 + (Date.now() - started) / 1_000)
    expect(await hook()).toMatchObject({ held: 0 })
  })

  it('wait while no version takes them, and are delivered by the next one that does', async () => {
    const { destination, product, connectorId, config, taken, send, hook } = await stage()
    await product.ask('POST', `/api-connectors/pause/${connectorId}`)
    await taken({ id: 1 })
    const manual = { ...configFor({ source: 'http://127.0.0.1:9999', destination: destination.url }) }
    const deploy = async (it: ConnectorConfig) => {
      await product.ask('PATCH', `/api-configs/${connectorId}`, it)
      await product.deployed(connectorId)
    }
    await deploy(manual)
    await product.ask('POST', `/api-connectors/resume/${connectorId}`)
    const refused = await send({ id: 2 })
    expect(refused.json()).toMatchObject({ status: 409, code: 'hook/closed' })
    expect(await hook()).toMatchObject({ held: 1, isLive: false })
    await deploy(config)
    await settled(product, connectorId, 1)
    expect([...destination.effects]).toEqual([[1, 1]])
  })

  it('of a deleted connector are neither taken nor delivered', async () => {
    const { destination, product, connectorId, taken, send } = await stage()
    await product.ask('POST', `/api-connectors/pause/${connectorId}`)
    await taken({ id: 1 })
    await product.ask('DELETE', `/api-connectors/${connectorId}`)
    expect((await send({ id: 2 })).statusCode).toBe(401)
    product.engine.wake()
    expect(destination.journal).toEqual([])
  })

  it('are removed seven days after they arrived, and not before', async () => {
    const { database, product, connectorId, taken, hook } = await stage()
    const { db } = database
    const left = async () => (await sql`select 1 from hook_events`.execute(db)).rows.length
    const shift = (days: number) =>
      sql`with r as (update runs set ended_at = ended_at - ${days}::int * interval '1 day')
        update hook_events set taken_at = taken_at - ${days}::int * interval '1 day'`.execute(db)
    await taken({ id: 1 })
    await settled(product, connectorId, 1)
    await product.ask('POST', `/api-connectors/pause/${connectorId}`)
    await taken({ id: 2 })
    await shift(6)
    await forgetSettledEvents(db, 7)
    expect(await left()).toBe(2)
    await shift(1)
    await forgetSettledEvents(db, 7)
    expect(await left()).toBe(1)
    expect(await hook()).toMatchObject({ held: 1 })
    await product.ask('DELETE', `/api-connectors/${connectorId}`)
    await sql`update connectors set deleted_at = now() - interval '8 days'`.execute(db)
    await forgetSettledEvents(db, 7)
    expect(await left()).toBe(0)
  })
})
