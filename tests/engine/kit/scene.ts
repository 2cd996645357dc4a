/** One transfer between two simulators, set up and cleared away around a test. */
import { isDeepStrictEqual } from 'node:util'
import { onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { EngineLimits } from '#server/engine/limits.ts'
import type { OutboundLimits } from '#server/outbound/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findRun } from '#server/records/runs/runs.repository.ts'
import { type DestSim, startDestination } from './dest-sim.ts'
import { type Script, type SourceSim, startSource } from './source-sim.ts'
import { configFor, ended, isOver, openRunOf, type Place, settleIn, startEngine } from './stage.ts'

type Options = {
  readonly records?: number
  readonly script?: Script
  readonly destination?: Parameters<typeof startDestination>[0]
  readonly config?: Partial<Parameters<typeof configFor>[0]>
  /** Last changes to the configuration. */
  readonly change?: (config: ConnectorConfig) => ConnectorConfig
  readonly limits?: Partial<EngineLimits>
  readonly outbound?: Partial<OutboundLimits>
}

export type Scene = {
  readonly database: Database
  readonly place: Place
  readonly source: SourceSim
  readonly destination: DestSim
  readonly engine: Engine
  readonly run: Run
  readonly over: (limit?: number) => Promise<Run>
  readonly now: () => Promise<Run>
}

type Running = Pick<Options, 'limits' | 'outbound'> & {
  readonly isIdle: () => Promise<boolean>
  readonly stop: () => Promise<void>
}

/** The engine of the newest scene of each database. */
const running = new WeakMap<Database, Running>()

/** An earlier engine of other limits would take the next run as soon as the machine is busy, and move it by its own limits. */
async function stopOther(database: Database, { limits, outbound }: Options): Promise<void> {
  const other = running.get(database)
  if (other === undefined || isDeepStrictEqual([other.limits, other.outbound], [limits, outbound])) return
  if (await other.isIdle()) await other.stop()
}

/** Starts a run; nothing is awaited yet. */
export async function play(database: Database, options: Options = {}): Promise<Scene> {
  await stopOther(database, options)
  const place = await settleIn(database)
  const source = await startSource(options.records ?? 250, options.script)
  const destination = await startDestination(options.destination)
  const config = configFor({ source: source.url, destination: destination.url, ...options.config })
  const run = await openRunOf(database, place, options.change?.(config) ?? config)
  const engine = startEngine(database, {
    limits: options.limits ?? {},
    ...(options.outbound ? { outbound: { egressAllow: ['127.0.0.0/8'], limits: options.outbound } } : {}),
  })
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= engine.stop()
    return stopping
  }
  onTestFinished(async () => {
    await source.close()
    await destination.close()
    await stop()
  })
  const now = async () => {
    const found = await findRun(database.db, place.companyId, place.connectorId, run.runId)
    if (!found) throw new Error('the run is gone')
    return found
  }
  const { limits, outbound } = options
  running.set(database, {
    ...(limits ? { limits } : {}),
    ...(outbound ? { outbound } : {}),
    isIdle: async () => isOver(await now()),
    stop,
  })
  return { database, place, source, destination, engine, run, over: (limit) => ended(database, place, run, limit), now }
}
