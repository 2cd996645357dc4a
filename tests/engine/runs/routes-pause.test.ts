/** A destination that a person paused holds only its own records, and gets each of them once after it is resumed. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { openProduct, type Product } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, eventually } from '../kit/stage.ts'
import { atLeast, second, upTo, withSecond } from '../kit/two-destinations.ts'

const count = 200
/** The first half goes to ERP, the second to Fulfilment. */
async function scene(product: Product, delay = 0) {
  const source = await startSource(count)
  onTestFinished(() => source.close())
  const [erp, fulfilment] = [await second({ delay }), await second({ delay })]
  const only = { all: [atLeast(count / 2 + 1)] }
  const change = withSecond('first', { only: upTo(count / 2) }, { url: fulfilment.url, only })
  const { connectorId } = await product.activeConnector(change(configFor({ source: source.url, destination: erp.url })))
  return { erp, fulfilment, connectorId, only }
}

const moveOf =
  (connectorId: string) =>
  async (product: Product, move: 'pause' | 'resume', destination = 7) =>
    product.ask('POST', `/api-connectors/${connectorId}/destinations/${move}`, { destination })

const onceEach = ({ effects }: { readonly effects: ReadonlyMap<unknown, number> }) =>
  [...effects.values()].every((it) => it === 1)

describeOnEachDatabase('a paused destination', (open) => {
  it('gets nothing, in a later life of the process neither, and all of it once when it is resumed', async () => {
    const { database } = await open()
    const product = await openProduct(database)
    const { erp, fulfilment, connectorId } = await scene(product)
    const move = moveOf(connectorId)
    expect((await move(product, 'pause', 8)).body).toMatchObject({ status: 409, code: 'connector/destination-unknown' })
    for (const _ of [1, 2]) expect(await move(product, 'pause')).toMatchObject({ status: 200, body: { paused: [7] } })
    const runId = await product.run(connectorId)
    const now = () => product.runNow(connectorId, runId)
    const waits = (run: Run) => run.heldBy === 'destination' && run.statusReason === 'Fulfilment is paused. Its records wait.'
    expect(await eventually(now, waits)).toMatchObject({ status: 'running', recordsRead: 200, recordsDelivered: 100 })
    expect([erp.effects.size, fulfilment.journal.length]).toEqual([100, 0])
    const reading = async (of: Product) =>
      (await of.ask('GET', `/api-connectors/${connectorId}/reading`)).body as ConnectorReading
    expect((await reading(product)).destinations).toMatchObject([
      { id: 0, isPaused: false, recordsDelivered: 100, recordsOpen: 0 },
      { id: 7, isPaused: true, recordsDelivered: 0, recordsOpen: 100 },
    ])
    await product.close()
    const next = await product.reopen(database)
    await eventually(
      () => next.engine.moving(),
      (moving) => moving === 1,
    )
    await eventually(() => next.runNow(connectorId, runId), waits)
    expect(fulfilment.journal).toEqual([])
    expect((await move(next, 'resume')).body).toEqual({ paused: [] })
    expect(await next.ended(connectorId, runId)).toMatchObject({
      status: 'succeeded',
      recordsDelivered: 200,
      recordsFailed: 0,
      heldBy: null,
    })
    expect([erp.effects.size, fulfilment.effects.size, onceEach(erp), onceEach(fulfilment)]).toEqual([100, 100, true, true])
    const { rows } = await sql<{ detail: string }>`
      select detail from connector_history where connector_id = ${connectorId} and what like 'destination %' order by at`.execute(
      database.db,
    )
    expect(rows.map(({ detail }) => detail)).toEqual(['Fulfilment was paused. Its records wait.', 'Fulfilment was resumed.'])
  })

  it('is named by a run that reads nothing, because all of them are paused', async () => {
    const product = await openProduct((await open()).database)
    const { connectorId } = await scene(product)
    const move = moveOf(connectorId)
    for (const id of [0, 7]) await move(product, 'pause', id)
    const runId = await product.run(connectorId)
    const both = 'ERP and Fulfilment are paused. Their records wait.'
    await eventually(
      () => product.runNow(connectorId, runId),
      ({ statusReason }) => statusReason === both,
    )
    // A connector with one destination is paused as a whole, so this pause would be ignored.
    const { config } = (await product.ask('GET', `/api-connectors/${connectorId}`)).body as ConnectorAndConfig
    const { routes: _, ...alone } = config
    expect((await product.ask('PATCH', `/api-connectors/connectors/${connectorId}`, { config: alone })).status).toBe(200)
    const deploy = () => product.ask('POST', `/api-connectors/connectors/${connectorId}/deploy`)
    expect((await deploy()).body).toMatchObject({ code: 'connector/invalid', errors: [{ path: '/destination' }] })
    for (const id of [0, 7]) await move(product, 'resume', id)
    expect(await product.ended(connectorId, runId)).toMatchObject({ status: 'succeeded', recordsDelivered: 200 })
    expect((await deploy()).status).toBeLessThan(300)
  })

  it('is resumed for a run of an earlier version after it was removed', async () => {
    const { database } = await open()
    const product = await openProduct(database)
    const { fulfilment, connectorId } = await scene(product)
    const move = moveOf(connectorId)
    await move(product, 'pause')
    const runId = await product.run(connectorId)
    await eventually(
      () => product.runNow(connectorId, runId),
      ({ statusReason }) => statusReason.startsWith('Fulfilment is paused'),
    )
    await sql`
      insert into connector_versions (company_id, connector_id, number, hash, config, author_id)
      select company_id, connector_id, 2, 'other', jsonb_set(config, '{routes,others,0,id}', '8'), author_id
      from connector_versions where connector_id = ${connectorId}`.execute(database.db)
    await sql`
      update connectors set live_version = 2, draft = jsonb_set(draft::jsonb, '{routes,others,0,id}', '8') where id = ${connectorId}`.execute(
      database.db,
    )
    const listed = ((await product.ask('GET', `/api-connectors/${connectorId}/reading`)).body as ConnectorReading).destinations
    expect(listed).toMatchObject([{ id: 0 }, { id: 8, isPaused: false }, { id: 7, isRemoved: true, isPaused: true }])
    expect((await move(product, 'pause', 9)).status).toBe(409)
    expect((await move(product, 'resume')).body).toEqual({ paused: [] })
    expect(await product.ended(connectorId, runId)).toMatchObject({ status: 'succeeded', recordsDelivered: 200 })
    expect(fulfilment.effects.size).toBe(100)
  })

  it('gets nothing more after the response, while the other one goes on', async () => {
    const { database } = await open()
    const product = await openProduct(database)
    const { erp, fulfilment, connectorId } = await scene(product, 20)
    const runId = await product.run(connectorId)
    await eventually(
      () => Math.min(erp.effects.size, fulfilment.effects.size),
      (sent) => sent >= 5,
    )
    expect((await moveOf(connectorId)(product, 'pause')).status).toBe(200)
    // What was on its way arrives.
    await eventually(
      () => erp.effects.size,
      (sent) => sent === 100,
    )
    const sent = fulfilment.journal.length
    expect(sent).toBeLessThan(100)
    await eventually(
      () => product.runNow(connectorId, runId),
      ({ statusReason }) => statusReason.startsWith('Fulfilment is paused'),
    )
    expect(fulfilment.journal).toHaveLength(sent)
    await moveOf(connectorId)(product, 'resume')
    expect(await product.ended(connectorId, runId)).toMatchObject({ status: 'succeeded', recordsDelivered: 200 })
    expect([fulfilment.effects.size, onceEach(erp), onceEach(fulfilment)]).toEqual([100, true, true])
  })
})
