/** E12: what the operator hears of runs that end. */
import { expect, it } from 'vitest'

import { endedRuns } from '../../server/engine/telling-end.ts'
import { createLog } from '../../server/log.ts'
import { freshDatabase } from '../server/databases.ts'
import { answering, startDestination } from './dest-sim.ts'
import { startSource } from './source-sim.ts'
import { configFor, ended, eventually, openRunOf, settleIn, startEngine } from './stage.ts'

it('E12 is one line of the log for each run that ended, a warning for a failed one, and a count', async () => {
  const { database, remove } = await freshDatabase('embedded')
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
