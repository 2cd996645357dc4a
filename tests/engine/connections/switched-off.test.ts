/** A connection that is switched off while a run uses it: the run sends nothing more until it is on again. */
import { expect, it, onTestFinished } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import { wakeRestingRuns } from '#server/engine/runs/resting-runs.repository.ts'
import { openProduct, type Product } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, eventually } from '../kit/stage.ts'
import { second } from '../kit/two-destinations.ts'

const count = 200

async function connectionTo(product: Product, url: string): Promise<string> {
  const auth = { type: 'bearer', token: 'token-of-monday' }
  const form = { name: 'ERP', kind: 'http', url: new URL(url).origin, visibility: 'everyone', people: [] }
  const { body } = await product.ask('POST', '/api/connections', { ...form, auth })
  return (body as { id: string }).id
}

describeOnEachDatabase('a connection that is switched off during a run', (open) => {
  it('ends the sending of that run until it is on again', async () => {
    const product = await openProduct((await open()).database)
    const source = await startSource(count)
    onTestFinished(() => source.close())
    const erp = await second({ delay: 50 })
    const id = await connectionTo(product, erp.url)
    const config = configFor({ source: source.url, destination: erp.url })
    const destination = { ...config.destination, auth: { type: 'connection' as const, id } }
    const { connectorId } = await product.activeConnector({ ...config, destination })
    const runId = await product.run(connectorId)
    const now = () => product.runNow(connectorId, runId)
    await eventually(
      () => erp.effects.size,
      (sent) => sent >= 2,
    )
    expect((await product.ask('POST', `/api/connections/${id}/off`)).status).toBe(200)
    const waiting = await eventually(now, ({ heldBy }) => heldBy === 'connection')
    expect(waiting).toMatchObject({
      status: 'running',
      statusReason: 'The connection "ERP" is off. Nothing is sent until someone switches it on.',
      statusNext: 'Continues when the connection is on.',
    })
    const sent = erp.journal.length
    expect(sent).toBeLessThan(count)
    await product.ask('POST', `/api/connections/${id}/on`)
    expect(await product.ended(connectorId, runId)).toMatchObject({ status: 'succeeded', recordsDelivered: count, heldBy: null })
    expect([...erp.effects.values()].every((it) => it === 1)).toBe(true)
  })
  it('is not looked up once more for each event that comes', async () => {
    const { database } = await open()
    const product = await openProduct(database, { grouping: { pause: 20_000, window: 60_000, events: 100 } })
    const erp = await second()
    const id = await connectionTo(product, erp.url)
    const config = configFor({ source: '', destination: erp.url })
    const destination = { ...config.destination, auth: { type: 'connection' as const, id } }
    const trigger = { trigger: { type: 'webhook' as const }, source: { type: 'http' as const } }
    const { connectorId } = await product.activeConnector({ ...config, ...trigger, destination })
    const secret = String((await product.ask('POST', `/api-connectors/${connectorId}/hook`)).body.plainSecret)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
    const send = (payload: string) => product.app.inject({ method: 'POST', url: `/hooks/${connectorId}`, headers, payload })
    await product.ask('POST', `/api/connections/${id}/off`)
    await send('{"id":1}')
    const runs = async () => (await product.ask('GET', `/api-connectors/${connectorId}/runs`)).body.data as Run[]
    await eventually(runs, ([run]) => run?.heldBy === 'connection')
    await send('{"id":2}')
    expect(await wakeRestingRuns(database.db, 60_000)).toBe(0)
    await product.ask('POST', `/api/connections/${id}/on`)
    await eventually(
      () => erp.effects.size,
      (sent) => sent === 2,
    )
  })
})
