/** E7: an older version that is replayed does not take the place of a newer one that arrived meanwhile. */
import { expect, it } from 'vitest'

import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering } from '../kit/dest-sim.ts'
import { eventually } from '../kit/stage.ts'
import { inOrder, stageReplay } from './replay-stage.ts'

describeOnEachDatabase('a replay', (open) => {
  it('leaves a record out of which a later version arrived while it ran, and says so', async () => {
    const stage = await stageReplay(await open(), { records: 4, refused: [1, 2, 3, 4] })
    const { destination } = stage
    await stage.run()
    stage.mend()
    const id = await stage.plan({ delay: 4_000 })
    expect((await stage.start(id)).status).toBe(202)
    await eventually(
      () => destination.effects.size,
      (size) => size > 0,
    )
    expect(await stage.run()).toMatchObject({ recordsDelivered: 4 })
    const before = destination.journal.length
    const done = await stage.over(id)
    expect(done.sums).toMatchObject({ chosen: 4, failed: 0 })
    const replayed = (await stage.transactions()).filter(({ runId }) => runId === done.runId)
    const left = replayed.filter(({ status }) => status === 'skipped')
    expect(left.length).toBeGreaterThan(0)
    expect(left.map(({ error }) => error?.code)).toEqual(left.map(() => 'replay/overtaken'))
    expect(destination.journal.slice(before).filter(({ key }) => key.startsWith('replay:'))).toEqual([])
  })

  it('sends no record again of which a later version arrived while it waited for its retry', async () => {
    const busy = { is: true }
    const stage = await stageReplay(await open(), {
      ...{ records: 3, refused: [1, 2], limits: { retryBase: 100, retryCap: 100, retries: 100 } },
      toReplays: () => (busy.is ? answering(503) : null),
    })
    const { destination } = stage
    await stage.run()
    const id = await stage.plan()
    expect((await stage.start(id)).status).toBe(202)
    const replayed = () => destination.journal.filter(({ key }) => key.startsWith('replay:'))
    await eventually(
      () => new Set(replayed().map(({ key }) => key)).size,
      (size) => size === 2,
    )
    stage.mend()
    // The later versions, by the connector's own run.
    expect(await stage.run()).toMatchObject({ recordsDelivered: 3 })
    busy.is = false
    const done = await stage.over(id)
    expect(done).toMatchObject({ state: 'completed', sums: { chosen: 2, delivered: 0, failed: 0, skipped: 2 } })
    expect(inOrder(destination.effects)).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ])
    const left = (await stage.transactions()).filter(({ runId }) => runId === done.runId)
    expect(left.map(({ status, error }) => [status, error?.code])).toEqual([
      ['skipped', 'replay/overtaken'],
      ['skipped', 'replay/overtaken'],
    ])
    expect(await stage.product.runNow(stage.connectorId, done.runId ?? '')).toMatchObject({ recordsSkipped: 2, recordsFailed: 0 })
  })
})
