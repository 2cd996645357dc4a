/** E5: the machine ends processes again and again, also before a run has read its first page. No run is ended by that. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import { eventually } from '../engine/kit/stage.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { tell } from './kit/checker.ts'
import { chanceOf, inForm } from './kit/seed.ts'
import { finish, lifeOf, prepare, shortLease, untilSent } from './kit/transfer.ts'

const limits = { ...shortLease, stallPauses: { free: 3, base: 50, cap: 500 } }

describeOnEachDatabase('kill -9 of innocent processes', (open, kind) => {
  it('E5 while the first page is slow, and at any moment after: the run goes on and succeeds', async () => {
    const chance = chanceOf(5)
    const early = 6
    // The embedded database takes seconds to start: there `kill.test.ts` has the short form of the later lives.
    const kills = inForm(kind === 'embedded' ? early : 12, 200)
    let isSlow = true
    const transfer = await prepare(await open(), {
      records: inForm(3_000, 60_000),
      batchSize: 1_000,
      destination: { delay: 15 },
      // The first page takes eight seconds, and no process lives so long.
      script: (_, response) => {
        if (!isSlow) return false
        const late = setTimeout(() => response.end('[]'), 8_000)
        response.on('close', () => clearTimeout(late))
        return true
      },
    })
    const { source } = transfer
    for (let kill = 0; kill < kills; kill += 1) {
      isSlow = kill < early
      const asked = source.asked.length
      const life = lifeOf(transfer, { limits })
      if (isSlow) {
        await eventually(
          () => source.asked.length,
          (count) => count > asked,
        )
        await sleep(chance.between(0, 100))
      } else {
        await eventually(life.said, (text) => text.includes('ready'))
        if (kill % 2 === 0) await untilSent(transfer, life, chance.between(1, 40))
        await sleep(chance.between(0, 400))
      }
      life.child.kill('SIGKILL')
      expect(await life.gone).toMatchObject({ signal: 'SIGKILL' })
    }
    isSlow = false
    const sums = await finish(transfer, inForm(30_000, 600_000))
    tell(`E5 ${kind} kills=${kills}`, 5, sums)
  })
})
