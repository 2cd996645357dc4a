/** F1: the process of an engine is killed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import type { CrashPoint } from '#server/engine/fault-injection.ts'
import { byForm, inFullForm } from '../kit/form.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { tell } from './kit/checker.ts'
import { chanceOf, inForm, seedsOn } from './kit/seed.ts'
import { expectReported, finish, inDoubt, lifeOf, prepare, untilSent } from './kit/transfer.ts'

/** The process dies at the n-th time that it passes the point. */
const deaths: readonly (readonly [CrashPoint, number])[] = [
  ['after-fetch', 4],
  ['after-outbox-commit', 4],
  ['before-send', 90],
  ['mid-send', 90],
  ['after-send', 90],
  ['after-answer', 90],
  ['after-settle', 90],
]

describeOnEachDatabase('kill -9', (open, kind) => {
  it.each(byForm([['after-send', 90]], deaths))(
    'F1 %s#%i: the next life goes on, and every record arrives once',
    async (point, n) => {
      const delay = point === 'after-send' ? 60 : 1
      const transfer = await prepare(await open(), { records: 1_000, strategy: 'bulk', batchSize: 5, destination: { delay } })
      const life = lifeOf(transfer, { crash: `${point}#${n}` })
      await life.gone
      expect(life.complained()).toContain(`crashed at ${point}#${n}`)
      expect(transfer.destination.effects.size).toBeLessThan(1_000)
      const begun = Date.now()
      const sums = await finish(transfer)
      expect(sums.resent).toBeLessThanOrEqual(inDoubt)
      expectReported(sums, 5 * inDoubt)
      tell(`F1 ${kind} ${point}#${n}`, null, { ...sums, recovery: Date.now() - begun })
    },
  )

  it.each(inFullForm(seedsOn(kind)))('F1 again and again at any moment loses and repeats nothing (seed %i)', async (seed) => {
    const chance = chanceOf(seed)
    const records = inForm(2_000, kind === 'embedded' ? 20_000 : 100_000)
    const kills = inForm(3, kind === 'embedded' ? 40 : 200)
    // Slow enough that a busy machine still hits it before it is over.
    const transfer = await prepare(await open(), { records, destination: { delay: 25 } })
    let killed = 0
    while (killed < kills) {
      const life = lifeOf(transfer)
      await untilSent(transfer, life, chance.between(5, Math.floor(records / kills / 4)))
      await sleep(chance.between(0, 60))
      if (life.said().includes('over')) break
      life.child.kill('SIGKILL')
      expect(await life.gone).toMatchObject({ signal: 'SIGKILL' })
      killed += 1
    }
    expect(killed).toBe(kills)
    const sums = await finish(transfer)
    expect(sums.resent).toBeLessThanOrEqual(killed * inDoubt)
    expectReported(sums, killed * inDoubt)
    tell(`F1 ${kind} kills=${killed}`, seed, sums)
  })
})
