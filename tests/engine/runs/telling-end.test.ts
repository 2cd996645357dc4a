/** E12: what the operator hears of runs that end. */
import { expect, it } from 'vitest'

import { endedRuns, tellEnd } from '#server/engine/runs/run-end-log.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { claimRun, endRun, releaseRun } from '#server/records/runs/run-leases.repository.ts'
import { anyKind, freshDatabase } from '../../server/kit/databases.ts'
import { answering, startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

it('E12 is one line of the log for each run that ended, a warning for a failed one, and a count', async () => {
  const { database, remove } = await freshDatabase(anyKind())
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const before = new Map(endedRuns())
  const source = await startSource(30)
  const engine = startEngine(database, { log })
  for (const status of [201, 401]) {
    const destination = await startDestination({ misbehave: () => (status === 201 ? null : answering(status)) })
    const place = await settleIn(database)
    const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
    engine.wake()
    const { status: result } = await ended(database, place, run)
    const isGood = status === 201
    expect(result).toBe(isGood ? 'succeeded' : 'failed')
    const own = await eventually(
      () => lines.map((line) => JSON.parse(line)).filter(({ runId, result: it }) => runId === run.runId && it),
      ({ length }) => length > 0,
    )
    const { companyId, connectorId } = place
    expect(own).toMatchObject([{ level: isGood ? 30 : 40, companyId, connectorId, result, read: 30, delivered: isGood ? 30 : 0 }])
    expect(own[0].milliseconds).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(own)).not.toContain('example.test')
    expect(endedRuns().get(isGood ? 'succeeded' : 'failed')).toBe((before.get(isGood ? 'succeeded' : 'failed') ?? 0) + 1)
    await destination.close()
  }
  await engine.stop()
  await source.close()
  await remove()
})

it('E12 is told once, by the last owner, when a run was lost and another process has ended it', async () => {
  const { database, remove } = await freshDatabase(anyKind())
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const source = await startSource(3)
  const destination = await startDestination()
  const place = await settleIn(database)
  const { runId } = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
  const claim = async (owner: string) => {
    const run = await claimRun(database.db, owner, 60_000)
    if (run?.id !== runId) throw new Error('the run was not there to be claimed')
    return run
  }
  const lost = await claim('first')
  await releaseRun(database.db, lost)
  const taken = await claim('second')
  await endRun(database.db, taken, { move: 'engine.finished', reason: 'done', error: null })
  const before = endedRuns().get('succeeded') ?? 0
  await tellEnd(lost, { db: database.db, log })
  expect([endedRuns().get('succeeded'), lines.length]).toEqual([before, 0])
  await tellEnd(taken, { db: database.db, log })
  expect([endedRuns().get('succeeded'), lines.length]).toEqual([before + 1, 1])
  await source.close()
  await destination.close()
  await remove()
})
