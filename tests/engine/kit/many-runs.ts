/** Many runs at once between two simulators, each of a company of its own. */
import { onTestFinished } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import type { Database } from '#server/platform/database/database.ts'
import { startDestination } from './dest-sim.ts'
import { startSource } from './source-sim.ts'
import { configFor, ended, openRunOf, settleIn, startEngine } from './stage.ts'

/** Milliseconds. */
const limit = 100_000

/** Plays so many runs of so many records. @returns them, ended. */
export async function playRuns(database: Database, count: number, records: number): Promise<Run[]> {
  const source = await startSource(records)
  const destination = await startDestination()
  const engine = startEngine(database)
  onTestFinished(async () => {
    await engine.stop()
    await source.close()
    await destination.close()
  })
  const config = configFor({ source: source.url, destination: destination.url })
  const play = async () => {
    const place = await settleIn(database)
    return ended(database, place, await openRunOf(database, place, config), limit)
  }
  return Promise.all(Array.from({ length: count }, play))
}
