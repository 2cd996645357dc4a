/** A run that waits in a database which nobody has open, for processes to move it. */
import { expect, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type EngineLimits, engineLimits } from '#server/engine/limits.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { findRun } from '#server/records/runs/runs.repository.ts'
import { startDestination } from '../../engine/kit/dest-sim.ts'
import { type Script, startSource } from '../../engine/kit/source-sim.ts'
import { configFor, eventually, openRunOf, type Place, settleIn } from '../../engine/kit/stage.ts'
import type { Fresh } from '../../server/kit/databases.ts'
import { expectWhole, type Sums } from './checker.ts'
import { type Life, live } from './lives.ts'
import type { RunnerSettings } from './runner.ts'

type Moving = {
  readonly records: number
  readonly strategy?: 'individual' | 'bulk'
  readonly batchSize?: number
  readonly script?: Script
  readonly destination?: Parameters<typeof startDestination>[0]
  /** Last changes to the configuration. */
  readonly change?: (config: ConnectorConfig, prepared: Prepared) => ConnectorConfig | Promise<ConnectorConfig>
}

/** Where the run will be opened, for secrets of its configuration. */
export type Prepared = { readonly database: Database; readonly place: Place }

export type Transfer = Awaited<ReturnType<typeof prepare>>

/** Waits that let a test end soon: a lease of a second instead of fifteen. */
export const shortLease: Partial<EngineLimits> = { lease: 1_000, renewEvery: 200, poll: 50 }

export async function prepare({ database, place: where, remove }: Fresh, moving: Moving) {
  const { records, strategy = 'individual', batchSize = 100 } = moving
  const place = await settleIn(database)
  const source = await startSource(records, moving.script)
  const destination = await startDestination(moving.destination)
  onTestFinished(async () => {
    await source.close()
    await destination.close()
    await remove()
  })
  const config = configFor({ source: source.url, destination: destination.url, strategy, batchSize })
  const run = await openRunOf(database, place, (await moving.change?.(config, { database, place })) ?? config)
  await database.close()
  return { place, where, source, destination, run, records }
}

/** Lives in a process of its own. */
export const lifeOf = ({ where }: Transfer, more: Partial<RunnerSettings> = {}, flags: readonly string[] = []): Life =>
  live({ place: where, limits: shortLease, ...more }, flags)

/** Resolves when so many more requests have come, or the life has nothing left to do. */
export async function untilSent({ destination }: Transfer, life: Life, more: number): Promise<void> {
  const before = destination.journal.length
  await eventually(
    () => destination.journal.length,
    (count) => count > before + more || life.said().includes('over'),
  )
}

/** Lives once more, to the end of the run, and looks at what is left. */
export async function finish(transfer: Transfer, limit?: number): Promise<ReportedRun> {
  const last = lifeOf(transfer)
  await eventually(last.said, (text) => text.includes('over'), limit)
  last.child.kill('SIGTERM')
  await last.gone
  expect(
    last
      .complained()
      .split('\n')
      .filter((line) => line !== '' && !isLateWrite(line)),
  ).toEqual([])
  return examine(transfer)
}

/** On a busy machine a write to the database may take long, and the run says so. That is no fault. */
const isLateWrite = (line: string) => line.includes('a run is waiting because its progress')

/** What the run says of records that may have been delivered twice: how many, the same as a sentence, and how many of them say so themselves. */
export type ReportedRun = Sums & { readonly possiblyTwice: number; readonly reason: string; readonly doubted: number }

/** Opens the database, which no process may have open, and looks at what is there. */
export async function examine({ where, place, run, destination, records }: Transfer): Promise<ReportedRun> {
  const database = await openDatabase(where)
  try {
    const sums = await expectWhole(database, place, run, destination, records)
    const { companyId, connectorId } = place
    const told = await findRun(database.db, companyId, connectorId, run.runId)
    const { transactions } = await pageOfTransactions(database.db, { companyId, connectorId, runId: run.runId }, 1, 2_000)
    const doubted = transactions.filter(({ details }) => details.includes('may have arrived twice')).length
    return { ...sums, possiblyTwice: told?.recordsPossiblyTwice ?? -1, reason: told?.statusReason ?? '', doubted }
  } finally {
    await database.close()
  }
}

/** What a kill may have to send again: requests that were open or not settled. */
export const inDoubt = engineLimits.unsettledMax

/** The destination is not known to honour keys: what came a second time is said of the run and of each record, and not of more than can have. */
export function expectReported({ repeated, possiblyTwice, doubted, reason }: ReportedRun, most: number) {
  expect(possiblyTwice).toBeGreaterThanOrEqual(repeated)
  expect(possiblyTwice).toBeLessThanOrEqual(most)
  expect(doubted).toBe(possiblyTwice)
  if (possiblyTwice === 0) expect(reason).not.toContain('twice')
  else
    expect(reason).toContain(
      ` delivered. Up to ${possiblyTwice} of them may have arrived twice. We sent them again after an interruption.`,
    )
}
