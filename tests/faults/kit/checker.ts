/** What a fault cost, by set arithmetic over what the source held, the outbox, the ledger and the destination's journal. */
import { sql } from 'kysely'
import { expect } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import { widths } from '#server/engine/ledger/ledger-sums.repository.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findRun, ledgerSums } from '#server/records/runs/runs.repository.ts'
import type { DestSim } from '../../engine/kit/dest-sim.ts'
import type { Scene } from '../../engine/kit/scene.ts'
import type { Place } from '../../engine/kit/stage.ts'

export type Sums = {
  /** Records of the source that had no effect, or of which the ledger does not say that they were delivered once. */
  readonly lost: number
  /** Effects beyond the first of a record. */
  readonly duplicates: number
  /** Requests beyond one for each key, and the records that they carried. */
  readonly resent: number
  readonly repeated: number
}

/** The records that requests carried whose key had come before. */
function repeatedIn(journal: DestSim['journal']): number {
  const keys = new Set<string>()
  const ids = new Set<number | string>()
  for (const delivery of journal) {
    if (keys.has(delivery.key)) for (const id of delivery.ids) ids.add(id)
    keys.add(delivery.key)
  }
  return ids.size
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
    repeated: repeatedIn(journal),
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
  await expectSumsOfLedger(database, place)
  return sums
}

const figures = ['delivered', 'failed', 'skipped', 'unknown', 'took_ms'] as const
const figuresOf = (table: string) => sql.join(figures.map((name) => sql`coalesce(${sql.ref(`${table}.${name}`)}, 0)::int8`))
const sums = sql.join(figures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))

/** Periods of which the sums say something else than the rows of the ledger. */
async function wrongSums({ db }: Database, companyId: string, width: number): Promise<unknown[]> {
  const begin = (at: string) => sql`date_bin(make_interval(mins => ${sql.lit(width)}), ${sql.ref(at)}, 'epoch'::timestamptz)`
  const { rows } = await sql`
    with ledger as (
      select p.connector_id, ${begin('p.read_at')} as at, count(*) filter (where t.status = 'success') as delivered,
        count(*) filter (where t.status = 'failure') as failed, count(*) filter (where t.status = 'skipped') as skipped,
        count(*) filter (where t.status = 'unknown') as unknown, sum(t.took_ms) filter (where t.status = 'success') as took_ms
      from transactions t join source_pages p on p.run_id = t.run_id and p.number = t.page where p.company_id = ${companyId} group by 1, 2),
    parts as (
      select connector_id, at, delivered, failed, skipped, unknown, took_ms, latencies from connector_sums
      where company_id = ${companyId} and width = ${width}
      union all select connector_id, ${begin('minute')}, delivered, failed, skipped, unknown, took_ms, latencies from ledger_deltas
      where company_id = ${companyId}),
    summed as (select connector_id, at, ${sums}, sum((select sum(n) from unnest(latencies) as n)) as timed from parts group by 1, 2),
    whole as (
      select at, ${sums} from (
        select at, delivered, failed, skipped, unknown, took_ms from company_sums where company_id = ${companyId} and width = ${width}
        union all select ${begin('minute')}, delivered, failed, skipped, unknown, took_ms from ledger_deltas where company_id = ${companyId}) as o
      group by 1),
    counted as (select at, ${sums} from ledger group by 1),
    owned as (
      select c.owner_id, at, ${sums} from parts join connectors c on c.id = connector_id group by 1, 2),
    people as (
      select owner_id, at, ${sums} from (
        select owner_id, at, delivered, failed, skipped, unknown, took_ms from owner_sums where company_id = ${companyId} and width = ${width}
        union all select c.owner_id, ${begin('minute')}, delivered, failed, skipped, unknown, took_ms
        from ledger_deltas d join connectors c on c.id = d.connector_id where d.company_id = ${companyId}) as o
      group by 1, 2)
    select at, row_to_json(l) as ledger, row_to_json(s) as sums from ledger l full join summed s using (connector_id, at)
    where (${figuresOf('l')}, coalesce(l.delivered, 0)) is distinct from (${figuresOf('s')}, coalesce(s.timed, 0))
    union all
    select at, row_to_json(c), row_to_json(w) from counted c full join whole w using (at)
    where (${figuresOf('c')}) is distinct from (${figuresOf('w')})
    union all
    select at, row_to_json(o), row_to_json(p) from owned o full join people p using (owner_id, at)
    where (${figuresOf('o')}) is distinct from (${figuresOf('p')})`.execute(db)
  return rows
}

/** The sums by time are the ledger, record by record: as they are, and when all of them are added up. */
export async function expectSumsOfLedger(database: Database, { companyId }: Pick<Place, 'companyId'>): Promise<void> {
  const wrong = async () => (await Promise.all(widths.map((width) => wrongSums(database, companyId, width)))).flat()
  expect(await wrong(), 'sums beside the ledger').toEqual([])
  while ((await rollUp(database.db)).taken > 0);
  expect(await wrong(), 'sums that are added up').toEqual([])
}

type ReportedSums = Partial<Sums> & {
  /** Milliseconds from the end of the fault to the full rate. */
  readonly recovery?: number
  readonly more?: string
}

/** One line of the report: `F4 seed=1 L=0 E=0 R=3 T=1.8s`. */
export function tell(row: string, seed: number | null, { lost, duplicates, resent, recovery, more = '' }: ReportedSums): void {
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
