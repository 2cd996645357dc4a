/** F2 and F3: the process of an engine is ended in order, and frozen until somebody else has taken its work over. */
import { readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'

import { engineLimits } from '#server/engine/limits.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { eventually } from '../engine/kit/stage.ts'
import { describeOnEachDatabase, freshDatabase } from '../server/kit/databases.ts'
import { tell } from './kit/checker.ts'
import { chanceOf, seeds, seedsOn } from './kit/seed.ts'
import { examine, expectReported, finish, inDoubt, lifeOf, prepare, untilSent } from './kit/transfer.ts'

describeOnEachDatabase('SIGTERM', (open, kind) => {
  it.each(seedsOn(kind))('F2 drains within two seconds, and nothing is sent again (seed %i)', async (seed) => {
    const chance = chanceOf(seed)
    const transfer = await prepare(await open(), { records: 1_500, destination: { delay: 10 } })
    let slowest = 0
    for (let stop = 0; stop < 2; stop += 1) {
      const life = lifeOf(transfer)
      await untilSent(transfer, life, chance.between(20, 400))
      const asked = Date.now()
      life.child.kill('SIGTERM')
      expect(await life.gone).toEqual({ code: 0, signal: null })
      slowest = Math.max(slowest, Date.now() - asked)
      // The fault came while records were moved, not after the last one.
      expect(transfer.destination.effects.size).toBeLessThan(1_500)
    }
    expect(slowest).toBeLessThan(2_000)
    const sums = await finish(transfer)
    expect(sums).toMatchObject({ resent: 0, possiblyTwice: 0, doubted: 0, reason: expect.not.stringContaining('twice') })
    tell(`F2 ${kind}`, seed, { ...sums, recovery: slowest })
  })
})

const stateOf = (pid: number | undefined) => /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]

describe.runIf(inject('postgresSuperuserUrl') !== null && process.platform === 'linux')('SIGSTOP', () => {
  it.each(seeds)(
    'F3 past the lease: another one takes over, and the one that wakes writes and sends nothing (seed %i)',
    async (seed) => {
      const chance = chanceOf(seed)
      const transfer = await prepare(await freshDatabase('postgres'), { records: 2_000, destination: { delay: 20 } })
      const { destination } = transfer
      const frozen = lifeOf(transfer, { sender: 'frozen' })
      await untilSent(transfer, frozen, chance.between(10, 300))
      frozen.child.kill('SIGSTOP')
      await eventually(
        () => stateOf(frozen.child.pid),
        (state) => state === 'T',
      )
      const other = lifeOf(transfer, { sender: 'other' })
      await eventually(
        () => destination.journal.filter(({ sender }) => sender === 'other').length,
        (count) => count > 100,
      )
      const woken = Date.now()
      frozen.child.kill('SIGCONT')
      await eventually(other.said, (text) => text.includes('over'))
      for (const life of [frozen, other]) life.child.kill('SIGTERM')
      expect(await frozen.gone).toEqual({ code: 0, signal: null })
      await other.gone
      expect(destination.effects.size).toBe(2_000)
      // What it had in hand is refused by its epoch, and it begins nothing new: only what it was writing when it froze may still come, and repeats a key.
      const late = destination.journal.filter(({ sender, at }) => sender === 'frozen' && at > woken)
      expect(late.length).toBeLessThanOrEqual(engineLimits.sendsAtOnce)
      expect(late.filter(({ applied }) => applied)).toEqual([])
      const sums = await examine(transfer)
      expect(sums.resent).toBeLessThanOrEqual(inDoubt)
      expectReported(sums, inDoubt)
      const database = await openDatabase(transfer.where)
      const { epoch } = await database.db
        .selectFrom('runs')
        .select('epoch')
        .where('id', '=', transfer.run.runId)
        .executeTakeFirstOrThrow()
      await database.close()
      expect(epoch).toBe(2)
      tell('F3', seed, sums)
    },
  )
})
