/** F1: of two processes the one that moves a run is killed, again and again. The other takes the run over within 15 seconds, and each record arrives once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import { eventually } from '../engine/kit/stage.ts'
import { inFullForm } from '../kit/form.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { tell } from './kit/checker.ts'
import type { Life } from './kit/lives.ts'
import { chanceOf, seedsOn } from './kit/seed.ts'
import { expectReported, finish, inDoubt, lifeOf, prepare } from './kit/transfer.ts'

const kills = 20
/** Milliseconds. The limits of the product, which has a lease of 10 s. */
const limit = 15_000
/** A run that is broken off again and again without progress waits longer each time, which is not what is measured here. */
const stallPauses = { free: 1_000, base: 1_000, cap: 300_000 }

describeOnEachDatabase('taking over', (open, kind) => {
  it.each(inFullForm(seedsOn(kind).slice(0, 1)))(
    `F1 after each of ${kills} kills at any moment (seed %i)`,
    { timeout: 900_000 },
    async (seed) => {
      const chance = chanceOf(seed)
      const transfer = await prepare(await open(), { records: 2_000, destination: { delay: 500 } })
      const { journal } = transfer.destination
      let named = 0
      const lives = new Map<string, Life>()
      const begin = () => {
        named += 1
        const life = lifeOf(transfer, { limits: { stallPauses }, sender: `life ${named}` })
        lives.set(`life ${named}`, life)
        return life
      }
      begin()
      // The embedded database belongs to one process, so there the next life takes over.
      if (kind === 'postgres') begin()
      const took: number[] = []
      /** Until a process other than these sends. */
      const sentBy = async (isOther: (sender: string) => boolean) => {
        const from = journal.length
        while (!journal.slice(from).some(({ sender }) => isOther(sender))) await sleep(10)
      }
      await sentBy(() => true)
      while (took.length < kills) {
        await sleep(chance.between(0, 1_000))
        const sender = journal.at(-1)?.sender ?? ''
        const life = lives.get(sender)
        life?.child.kill('SIGKILL')
        let killedAt = Date.now()
        await life?.gone
        lives.delete(sender)
        const next = begin()
        // How long a process takes to start depends on the machine.
        if (kind === 'embedded') {
          await eventually(next.said, (text) => text.includes('ready'), 120_000)
          killedAt = Date.now()
        }
        await sentBy((other) => other !== sender)
        took.push(Date.now() - killedAt)
      }
      for (const { child, gone } of lives.values()) {
        child.kill('SIGTERM')
        await gone
      }
      const sums = await finish(transfer, 300_000)
      const times = took.toSorted((a, b) => a - b).join(',')
      tell(`F1 ${kind} kills=${kills}`, seed, { ...sums, more: `taken-over-ms=${times}` })
      expectReported(sums, kills * inDoubt)
      expect(Math.max(...took)).toBeLessThanOrEqual(limit)
    },
  )
})
