/** What a fault cost, by set arithmetic over what the source held, the outbox, the ledger and the destination's journal. */
import { expect } from 'vitest'
import type { Run } from '../../contract/run.ts'
import type { Database } from '../../server/store/database.ts'
import { findRun } from '../../server/store/runs.ts'
import { ledgerSums, pageOfTransactions } from '../../server/store/transactions.ts'
import type { DestSim } from '../engine/dest-sim.ts'
import type { Scene } from '../engine/scene.ts'
import type { Place } from '../engine/stage.ts'

export type Sums = {
  /** Records of the source that had no effect, or of which the ledger does not say that they were delivered once. */
  readonly lost: number
  /** Effects beyond the first of a record. */
  readonly duplicates: number
  /** Requests beyond one for each key. */
  readonly resent: number
}

type Moved = { readonly place: Place; readonly runs: readonly Run[]; readonly destination: DestSim; readonly records: number }

/** Compares a connector whose records are numbered from 1. */
export async function sumsOf({ db }: Database, { place, runs, destination, records }: Moved): Promise<Sums> {
  const rows = await db
    .selectFrom('transactions')
    .select(['record_key', ({ fn }) => fn.countAll<number>().as('times')])
    .where('company_id', '=', place.companyId)
    .where(
      'run_id',
      'in',
      runs.map(({ runId }) => runId),
    )
    .where('status', '=', 'success')
    .groupBy('record_key')
    .execute()
  const booked = new Map(rows.map(({ record_key, times }) => [record_key, times]))
  const ids = Array.from({ length: records }, (_, at) => at + 1)
  const { effects, journal } = destination
  const foreign = [...effects.keys()].filter((id) => !(Number(id) >= 1 && Number(id) <= records))
  expect(foreign, 'effects of records that the source does not hold').toEqual([])
  return {
    lost: ids.filter((id) => !effects.has(id) || booked.get(String(id)) !== 1).length,
    duplicates: [...effects.values()].reduce((sum, times) => sum + times - 1, 0),
    resent: journal.length - new Set(journal.map(({ key }) => key)).size,
  }
}

/** Lost 0, duplicate effects 0, nothing stuck in the outbox, and the run says the same. */
export async function expectWhole(
  database: Database,
  place: Place,
  { runId }: Run,
  destination: DestSim,
  records: number,
): Promise<Sums> {
  const run = await findRun(database.db, place.companyId, place.connectorId, runId)
  if (!run) throw new Error('the run is gone')
  expect(run, JSON.stringify(run.error)).toMatchObject({
    status: 'succeeded',
    recordsRead: records,
    recordsDelivered: records,
    recordsFailed: 0,
  })
  expect(await ledgerSums(database.db, place.companyId, runId)).toMatchObject({ delivered: records, failed: 0, pending: 0 })
  const sums = await sumsOf(database, { place, runs: [run], destination, records })
  expect(sums).toMatchObject({ lost: 0, duplicates: 0 })
  return sums
}

type Told = Partial<Sums> & {
  /** Milliseconds from the end of the fault to the full rate. */
  readonly recovery?: number
  readonly more?: string
}

/** One line of the report: `F4 seed=1 L=0 E=0 R=3 T=1.8s`. */
export function tell(row: string, seed: number | null, { lost, duplicates, resent, recovery, more = '' }: Told): void {
  const figures = [
    ...(seed === null ? [] : [`seed=${seed}`]),
    ...(lost === undefined ? [] : [`L=${lost}`]),
    ...(duplicates === undefined ? [] : [`E=${duplicates}`]),
    ...(resent === undefined ? [] : [`R=${resent}`]),
    ...(recovery === undefined ? [] : [`T=${(recovery / 1_000).toFixed(1)}s`]),
    more,
  ]
  process.stdout.write(`${row} ${figures.join(' ').trim()}\n`)
}

/** The ledger of a scene's run, as far as it has a status. */
export const linesOf = async ({ database, place, run }: Scene, status: 'pending' | 'failure' | 'success') => {
  const { companyId, connectorId } = place
  return pageOfTransactions(database.db, { companyId, connectorId, runId: run.runId, status }, 1, 1_000)
}
