/** E7: an older version that is replayed does not take the place of a newer one that arrived meanwhile. */
import { expect, it } from 'vitest'

import { describeOnEachDatabase } from '../server/databases.ts'
import { stageReplay } from './replay-stage.ts'
import { eventually } from './stage.ts'

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
})
