/** F1 to F3: the process of an engine is killed, ended in order, and frozen until somebody else has taken its work over. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'

import type { CrashPoint } from '#server/engine/fault-injection.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { eventually } from '../engine/kit/stage.ts'
import { describeOnEachDatabase, freshDatabase } from '../server/kit/databases.ts'
import { tell } from './kit/checker.ts'
import { chanceOf, inForm, seeds, seedsOn } from './kit/seed.ts'
import { examine, finish, lifeOf, prepare, type ReportedRun, untilSent } from './kit/transfer.ts'

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

/** What a kill may have to send again: requests that were open or not settled. */
const inDoubt = engineLimits.unsettledMax

/** The destination is not known to honour keys: what came a second time is said of the run and of each record, and not of more than can have. */
function expectReported({ repeated, possiblyTwice, doubted, reason }: ReportedRun, most: number) {
  expect(possiblyTwice).toBeGreaterThanOrEqual(repeated)
  expect(possiblyTwice).toBeLessThanOrEqual(most)
  expect(doubted).toBe(possiblyTwice)
  if (possiblyTwice === 0) expect(reason).not.toContain('twice')
  else
    expect(reason).toContain(
      ` delivered. Up to ${possiblyTwice} of them may have been delivered twice: they may have been on their way when the run was broken off, so they were sent again.`,
    )
}

describeOnEachDatabase('kill -9', (open, kind) => {
  it.each(deaths)('F1 %s#%i: the next life goes on, and every record arrives once', async (point, n) => {
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
  })

  it.each(seedsOn(kind))('F1 again and again at any moment loses and repeats nothing (seed %i)', async (seed) => {
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

describe.runIf(inject('postgresUrl') !== null && process.platform === 'linux')('SIGSTOP', () => {
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
