/** E12: a steady flow of events makes few runs, each of which can be paused, cancelled and followed by another version at any time. */
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { openProduct } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { configFor, eventually, isOver } from '../kit/stage.ts'

const long = { pause: 20_000, window: 60_000, events: 10_000 }

describeOnEachDatabase('a run of events', (open) => {
  async function stage(grouping: typeof long) {
    const { database } = await open()
    const destination = await startDestination()
    const product = await openProduct(database, { grouping })
    onTestFinished(async () => {
      await product.close()
      await destination.close()
    })
    const config: ConnectorConfig = {
      ...configFor({ source: '', destination: destination.url }),
      ...{ trigger: { type: 'webhook' }, source: { type: 'http' } },
    }
    const { connectorId } = await product.activeConnector(config)
    const secret = String((await product.ask('POST', `/api-connectors/${connectorId}/hook`)).body.plainSecret)
    const send = async (body: unknown, to = product) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
      const reply = await to.app.inject({
        ...{ method: 'POST', url: `/hooks/${connectorId}`, headers, payload: JSON.stringify(body) },
      })
      expect(reply.statusCode).toBe(202)
    }
    const arrived = (count: number) =>
      eventually(
        () => destination.journal.length,
        (it) => it >= count,
      )
    const runs = async () => (await product.ask('GET', `/api-connectors/${connectorId}/runs?limit=100`)).body.data as Run[]
    const resting = () =>
      eventually(
        async () => (await runs())[0],
        (run) => run?.statusNext.startsWith('Waiting for events until ') === true,
      )
    return { ...{ database, destination, product, connectorId, config, send, arrived, runs, resting } }
  }

  it('goes on while others come, takes equal ones as many, and ends when none comes', async () => {
    const { send, arrived, runs, resting, destination } = await stage({ ...long, pause: 3_000 })
    for (let id = 1; id <= 4; id += 1) {
      await send({ id: 1 + (id % 2) })
      await arrived(id)
    }
    expect(await resting()).toMatchObject({ status: 'running', recordsRead: 4, recordsDelivered: 4 })
    const [run, ...others] = await eventually(runs, (all) => all.every(isOver))
    expect(others).toEqual([])
    expect(run).toMatchObject({ trigger: 'webhook', status: 'succeeded', recordsRead: 4, statusReason: '4 records delivered.' })
    expect([...destination.effects.values()]).toEqual([2, 2])
  })

  it('ends with as many events as it may have, and the next takes what comes', async () => {
    const { send, arrived, runs } = await stage({ ...long, events: 2 })
    for (let id = 1; id <= 3; id += 1) {
      await send({ id })
      await arrived(id)
    }
    const all = await eventually(runs, ([newest, first]) => newest?.recordsDelivered === 1 && first?.status === 'succeeded')
    expect(all.map(({ recordsRead }) => recordsRead)).toEqual([1, 2])
  })

  it('that rests is paused, holds what comes, and goes on when it is resumed', async () => {
    const { send, arrived, runs, resting, product, connectorId, destination } = await stage(long)
    await send({ id: 1 })
    await arrived(1)
    await resting()
    await product.ask('POST', `/api-connectors/pause/${connectorId}`)
    expect(await runs()).toMatchObject([{ status: 'paused' }])
    await send({ id: 2 })
    expect((await product.ask('GET', `/api-connectors/${connectorId}`)).body).toMatchObject({ heldEvents: 1 })
    await product.ask('POST', `/api-connectors/resume/${connectorId}`)
    await arrived(2)
    expect(await resting()).toMatchObject({ recordsRead: 2 })
    expect(await runs()).toHaveLength(1)
    expect([...destination.effects.values()]).toEqual([1, 1])
  })

  it('that rests is ended by a deployment, and the next event goes by the new version', async () => {
    const { send, arrived, runs, resting, product, connectorId, config, destination } = await stage(long)
    await send({ id: 1, name: 'a' })
    await arrived(1)
    await resting()
    const edge = { id: 'e', source: 'id', target: 'id', sourcePath: 'id', targetPath: 'id' }
    await product.ask('PATCH', `/api-configs/${connectorId}`, { ...config, dataMapping: [edge] })
    await product.deployed(connectorId)
    await send({ id: 2, name: 'b' })
    await arrived(2)
    const all = await eventually(runs, ([newest, first]) => newest?.recordsDelivered === 1 && first?.status === 'succeeded')
    expect(all.map(({ version }) => version)).toEqual([2, 1])
    expect(destination.bodies).toEqual(['{"id":1,"name":"a"}', '{"id":2}'])
  })

  it('that rests ends with its connector', async () => {
    const { database, send, arrived, resting, product, connectorId } = await stage(long)
    await send({ id: 1 })
    await arrived(1)
    await resting()
    await product.ask('DELETE', `/api-connectors/${connectorId}`)
    const run = await database.db.selectFrom('runs').selectAll().where('connector_id', '=', connectorId).executeTakeFirstOrThrow()
    expect(run).toMatchObject({ status: 'cancelled', owner: null, records_delivered: 1, records_failed: 0 })
  })

  it('that rests goes on in another process', async () => {
    const { database, send, arrived, resting, product, connectorId, destination } = await stage(long)
    await send({ id: 1 })
    await arrived(1)
    await resting()
    await product.close()
    const next = await product.reopen(database)
    await send({ id: 2 }, next)
    await arrived(2)
    const all = async () => (await next.ask('GET', `/api-connectors/${connectorId}/runs?limit=100`)).body.data as Run[]
    expect(await eventually(all, ([run]) => run?.recordsDelivered === 2)).toMatchObject([{ status: 'running' }])
    expect([...destination.effects.values()]).toEqual([1, 1])
  })
})
