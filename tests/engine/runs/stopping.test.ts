import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { cancelOpenRun, ledgerSums, pauseOpenRun, resumeOpenRun } from '#server/records/runs/runs.repository.ts'
import { chanceOf, seeds } from '../../faults/kit/seed.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import { ended, eventually, expectExactlyOnce, isOver, startEngine } from '../kit/stage.ts'

const sent = ({ destination }: Scene) => destination.journal.length

/** Pauses as the desk does: the row first, then the engine is asked to be quiet. */
async function pause({ database, place, engine }: Scene) {
  const run = await pauseOpenRun(database.db, place.companyId, place.connectorId)
  await engine.quiesce(place.connectorId)
  return run
}

/** The list shows what waits beside what has ended, each record once, and its totals are those of the run. */
async function expectListed(
  { database, place: { companyId, connectorId }, run: { runId } }: Scene,
  { recordsRead, recordsDelivered }: Run,
) {
  const filter = { companyId, connectorId, runId }
  const waiting = await pageOfTransactions(database.db, { ...filter, status: 'pending' }, 1, 1_000)
  expect([waiting.total, waiting.transactions.length]).toEqual([recordsRead - recordsDelivered, recordsRead - recordsDelivered])
  expect(
    waiting.transactions.every(({ status, endDate, attempts, payload, recordKey }) => {
      return status === 'pending' && endDate === null && attempts === 0 && (payload as { id: number }).id === Number(recordKey)
    }),
  ).toBe(true)
  const first = await pageOfTransactions(database.db, filter, 1, 40)
  const second = await pageOfTransactions(database.db, filter, 2, 40)
  expect(first.total).toBe(recordsRead)
  const keys = [...first.transactions, ...second.transactions].map(({ recordKey }) => Number(recordKey))
  expect(keys).toEqual(Array.from({ length: 80 }, (_, at) => recordsRead - at))
}

describeOnEachDatabase('pause', (open) => {
  it('starts nothing once it has answered, records what was in flight, and resume delivers the rest', async () => {
    const { database } = await open()
    const scene = await play(database, { records: 1_000, destination: { delay: 40 } })
    await eventually(
      () => sent(scene),
      (count) => count > 100,
    )
    expect((await pause(scene))?.status).toBe('paused')
    const atAnswer = sent(scene)
    await sleep(250)
    // Requests that had left just before are still on their way when the answer is given.
    const afterwards = sent(scene)
    expect(afterwards - atAnswer).toBeLessThanOrEqual(engineLimits.sendsAtOnce)
    await sleep(250)
    expect(sent(scene)).toBe(afterwards)
    const { companyId, connectorId } = scene.place
    const paused = await scene.now()
    expect(paused).toMatchObject({ status: 'paused', recordsDelivered: scene.destination.effects.size })
    expect(paused.recordsDelivered).toBeLessThan(1_000)
    await expectListed(scene, paused)
    expect((await resumeOpenRun(database.db, companyId, connectorId))?.status).toBe('queued')
    scene.engine.wake()
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 1_000)
    expect(scene.destination.journal).toHaveLength(1_000)
  })

  it('does not wait for a retry, and the retry is made after resume', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 10,
      limits: { retryBase: 60_000, retryCap: 60_000 },
      destination: { misbehave: ({ number }) => (number <= 10 ? answering(503) : null) },
    })
    await eventually(scene.now, ({ statusNext }) => statusNext.startsWith('Retry 1 of 5'))
    const asked = Date.now()
    await pause(scene)
    await eventually(
      () => database.db.selectFrom('runs').select('owner').where('id', '=', scene.run.runId).executeTakeFirstOrThrow(),
      ({ owner }) => owner === null,
    )
    // The retry is due after a minute.
    expect(Date.now() - asked).toBeLessThan(30_000)
    expect(sent(scene)).toBe(10)
    await database.db.updateTable('attempts').set({ next_attempt_at: new Date() }).where('run_id', '=', scene.run.runId).execute()
    await resumeOpenRun(database.db, scene.place.companyId, scene.place.connectorId)
    scene.engine.wake()
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 10)
  })

  it.each(seeds)('pressed and released in turn loses and repeats nothing (seed %i)', async (seed) => {
    const chance = chanceOf(seed)
    const { database } = await open()
    const scene = await play(database, { records: 1_500, destination: { delay: 2 } })
    const { companyId, connectorId } = scene.place
    for (let turn = 0; turn < 200 && !isOver(await scene.now()); turn += 1) {
      await sleep(chance.between(0, 30))
      await pause(scene)
      if (turn % 3 === 0) await sleep(chance.between(0, 30))
      await resumeOpenRun(database.db, companyId, connectorId)
      scene.engine.wake()
    }
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 1_500)
  })
})

describeOnEachDatabase('a cancelled run', (open) => {
  it('sends nothing more, and what was not sent says so', async () => {
    const { database } = await open()
    const scene = await play(database, { records: 1_000, destination: { delay: 10 } })
    await eventually(
      () => sent(scene),
      (count) => count > 50,
    )
    const { companyId, connectorId } = scene.place
    await database.db.transaction().execute((tx) => cancelOpenRun(tx, companyId, connectorId))
    await scene.engine.quiesce(connectorId)
    const atAnswer = sent(scene)
    const run = await eventually(
      scene.now,
      ({ recordsRead, recordsDelivered, recordsFailed }) => recordsRead === recordsDelivered + recordsFailed,
    )
    expect(run).toMatchObject({ status: 'cancelled', recordsDelivered: scene.destination.effects.size })
    expect(sent(scene) - atAnswer).toBeLessThanOrEqual(engineLimits.sendsAtOnce)
    const sums = await ledgerSums(database.db, companyId, run.runId)
    expect(sums).toEqual({
      delivered: run.recordsDelivered,
      failed: run.recordsFailed,
      skipped: 0,
      unchanged: 0,
      leftOut: 0,
      unknown: 0,
      pending: 0,
    })
  })
})

describeOnEachDatabase('a stop', (open) => {
  it('drains: nothing is sent twice by the next life, and nothing is lost', async () => {
    const { database } = await open()
    const scene = await play(database, { records: 1_000, destination: { delay: 20 } })
    await eventually(
      () => sent(scene),
      (count) => count > 100,
    )
    const asked = Date.now()
    await scene.engine.stop()
    // Because all is settled, and not because the time for it is up.
    expect(Date.now() - asked).toBeLessThan(engineLimits.drain)
    const half = await scene.now()
    expect(half.recordsDelivered).toBe(scene.destination.effects.size)
    expect(half.status).toBe('running')
    const next = startEngine(database)
    onTestFinished(() => next.stop())
    await expectExactlyOnce(database, scene.place, await ended(database, scene.place, scene.run), scene.destination, 1_000)
    expect(scene.destination.journal).toHaveLength(1_000)
  })

  it('does not wait longer than its limit for a destination that hangs', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 200,
      limits: { drain: 300 },
      destination: { misbehave: () => ({ commits: true, answer: () => {} }) },
    })
    await eventually(
      () => sent(scene),
      (count) => count >= 32,
    )
    const asked = Date.now()
    await scene.engine.stop()
    // Without its limit of 300 ms it would wait for as long as it does by default.
    expect(Date.now() - asked).toBeLessThan(engineLimits.drain)
    expect(await scene.now()).toMatchObject({ status: 'running', recordsDelivered: 0, recordsFailed: 0 })
  })
})
