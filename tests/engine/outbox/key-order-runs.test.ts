/** Events of one record through the whole product: the destination is never led back to an older version. */
import { expect, it, onTestFinished } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import { openProduct } from '../../faults/kit/product.ts'
import { chanceOf } from '../../faults/kit/seed.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering, startDestination } from '../kit/dest-sim.ts'
import { configFor, eventually, isOver } from '../kit/stage.ts'

type Version = { readonly id: number; readonly v: number }

describeOnEachDatabase('versions of a record', (open) => {
  async function stage(destinationOptions: Parameters<typeof startDestination>[0] = {}) {
    const { database } = await open()
    const destination = await startDestination(destinationOptions)
    const product = await openProduct(database)
    onTestFinished(async () => {
      await product.close()
      await destination.close()
    })
    const config = configFor({ source: '', destination: destination.url })
    const { connectorId } = await product.activeConnector({ ...config, trigger: { type: 'webhook' }, source: { type: 'http' } })
    const secret = String((await product.ask('POST', `/api-connectors/${connectorId}/hook`)).body.plainSecret)
    const send = async (version: Version) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
      const reply = await product.app.inject({
        ...{ method: 'POST', url: `/hooks/${connectorId}`, headers },
        payload: JSON.stringify(version),
      })
      expect(reply.statusCode).toBe(202)
    }
    const settled = (count: number) =>
      eventually(
        async () => (await product.ask('GET', `/api-connectors/${connectorId}/runs?limit=100`)).body.data as Run[],
        (runs) => runs.every(isOver) && runs.reduce((sum, it) => sum + it.recordsRead, 0) >= count,
      )
    const move = (to: 'pause' | 'resume') => product.ask('POST', `/api-connectors/${to}/${connectorId}`)
    return { destination, send, settled, move }
  }

  /** What took effect, in its order. */
  const effectsOf = ({ journal, bodies }: Awaited<ReturnType<typeof startDestination>>) =>
    bodies.filter((_, at) => journal[at]?.applied).map((body) => JSON.parse(body) as Version)

  function expectInOrder(effects: readonly Version[]) {
    const newest = new Map<number, number>()
    const back = effects.filter(({ id, v }) => {
      const isBack = v < (newest.get(id) ?? 0)
      newest.set(id, Math.max(v, newest.get(id) ?? 0))
      return isBack
    })
    expect(back).toEqual([])
  }

  it('that come in a burst arrive in their order', async () => {
    const { destination, send, settled } = await stage()
    for (let v = 1; v <= 200; v += 1) await send({ id: v % 20, v })
    await settled(200)
    expect(effectsOf(destination)).toHaveLength(200)
    expectInOrder(effectsOf(destination))
  })

  it('that were held over a pause arrive in their order, although the destination fails now and then', async () => {
    const chance = chanceOf(7)
    const { destination, send, settled, move } = await stage({
      misbehave: () => (chance.next() < 0.2 ? answering(503) : null),
    })
    await move('pause')
    for (let v = 1; v <= 60; v += 1) await send({ id: v % 20, v })
    await move('resume')
    await eventually(
      () => destination.journal.length,
      (count) => count > 10,
    )
    await move('pause')
    for (let v = 61; v <= 120; v += 1) await send({ id: v % 20, v })
    await move('resume')
    await settled(120)
    expect(effectsOf(destination)).toHaveLength(120)
    expectInOrder(effectsOf(destination))
  })

  it('wait for the one before that is tried again, also when they come in later, and others do not', async () => {
    let refusals = 2
    const { destination, send, settled, move } = await stage({
      misbehave: (_, body) => {
        if (JSON.parse(body).v !== 1 || refusals === 0) return null
        refusals -= 1
        return answering(503)
      },
    })
    await move('pause')
    for (const version of [
      { id: 1, v: 1 },
      { id: 1, v: 2 },
      { id: 2, v: 3 },
    ])
      await send(version)
    await move('resume')
    await eventually(
      () => destination.journal.length,
      (count) => count > 0,
    )
    await send({ id: 1, v: 4 })
    await settled(4)
    const effects = effectsOf(destination)
    expect(effects.filter(({ id }) => id === 1).map(({ v }) => v)).toEqual([1, 2, 4])
    expect(effects[0]).toEqual({ id: 2, v: 3 })
  })
})
