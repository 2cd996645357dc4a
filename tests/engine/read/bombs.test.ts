/** Answers that are too much, beside a run that must not feel it: `faults.md` F14. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { anyKind, type Fresh, freshDatabase } from '../../server/kit/databases.ts'
import { bombs } from '../kit/bombs.ts'
import { play } from '../kit/scene.ts'
import { expectExactlyOnce } from '../kit/stage.ts'

describe('an answer that is too much', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase(anyKind())
  })
  afterAll(() => fresh.remove())

  it('F14 ends its own run by name, all of them at once, and another run keeps its pace', async () => {
    const before = process.memoryUsage().rss
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const scenes = []
    for (const [, script] of bombs) scenes.push(await play(fresh.database, { script }))
    const good = await play(fresh.database, { records: 1_000 })
    await expectExactlyOnce(fresh.database, good.place, await good.over(), good.destination, 1_000)
    const ends = await Promise.all(scenes.map(({ over }) => over(60_000)))
    delay.disable()
    expect(ends.map(({ error }) => error?.code)).toEqual(bombs.map(([, , code]) => code))
    expect(scenes.every(({ destination }) => destination.journal.length === 0)).toBe(true)
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(350)
    // The simulators pour from the same thread, and the machine may be busy: what is ruled out are seconds.
    expect(delay.percentile(99) / 1e6).toBeLessThan(500)
  })
})
