/** A connection that is switched off while a run uses it: the run sends nothing more until it is on again. */
import { expect, it, onTestFinished } from 'vitest'
import { openProduct } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, eventually } from '../kit/stage.ts'
import { second } from '../kit/two-destinations.ts'

const count = 200

describeOnEachDatabase('a connection that is switched off during a run', (open) => {
  it('ends the sending of that run until it is on again', async () => {
    const product = await openProduct((await open()).database)
    const source = await startSource(count)
    onTestFinished(() => source.close())
    const erp = await second({ delay: 50 })
    const auth = { type: 'bearer', token: 'token-of-monday' }
    const form = { name: 'ERP', kind: 'http', url: new URL(erp.url).origin, visibility: 'everyone', people: [] }
    const made = await product.ask('POST', '/api/connections', { ...form, auth })
    const { id } = made.body as { id: string }
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
    const waiting = await eventually(now, ({ statusReason }) => statusReason.includes('is off'))
    expect(waiting).toMatchObject({ status: 'running', statusNext: 'Continues when the connection is on.' })
    const sent = erp.journal.length
    expect(sent).toBeLessThan(count)
    await product.ask('POST', `/api/connections/${id}/on`)
    expect(await product.ended(connectorId, runId)).toMatchObject({ status: 'succeeded', recordsDelivered: count })
    expect([...erp.effects.values()].every((it) => it === 1)).toBe(true)
  })
})
