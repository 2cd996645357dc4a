/** A connection that is switched off while a run uses it: the run sends nothing more until it is on again. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import { wakeRestingRuns } from '#server/engine/runs/resting-runs.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
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
  /** A run that has begun to send with the connection. */
  async function sending(database: Database) {
    const product = await openProduct(database)
    const source = await startSource(count)
    onTestFinished(() => source.close())
    const erp = await second({ delay: 50 })
    const id = await connectionTo(product, erp.url)
    const config = configFor({ source: source.url, destination: erp.url })
    const destination = { ...config.destination, auth: { type: 'connection' as const, id } }
    const { connectorId } = await product.activeConnector({ ...config, destination })
    const runId = await product.run(connectorId)
    await eventually(
      () => erp.effects.size,
      (sent) => sent >= 2,
    )
    return { product, id, connectorId, runId, erp }
  }

  it('ends the sending of that run until it is on again', async () => {
    const { product, id, connectorId, runId, erp } = await sending((await open()).database)
    const now = () => product.runNow(connectorId, runId)
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

  it('ends the sending of runs that another process moves, within 5 s', async (context) => {
    const { database } = await open()
    if (database.kind === 'embedded') return context.skip('the embedded database belongs to one process')
    const { product, id, connectorId, runId, erp } = await sending(database)
    // As another process does it: this one is told by nobody.
    const since = performance.now()
    await sql`update connections set state = 'off', state_at = now() where id = ${id}`.execute(database.db)
    await eventually(
      () => product.runNow(connectorId, runId),
      ({ heldBy }) => heldBy === 'connection',
    )
    expect(performance.now() - since).toBeLessThan(5_000)
    expect(erp.journal.length).toBeLessThan(count)
    await product.ask('POST', `/api/connections/${id}/on`)
    expect(await product.ended(connectorId, runId)).toMatchObject({ status: 'succeeded', recordsDelivered: count })
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
