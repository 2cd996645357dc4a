/** What went to each destination of a connector that has several, counted in the ledger and in the files of its cold weeks. */
import { type Kysely, sql } from 'kysely'

import { addressOf } from '#contract/connectors/config/address.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { destinationsOf, noRoute } from '#contract/connectors/config/routes/routes.ts'
import type { DestinationSums } from '#contract/connectors/runs/destination-sums.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { pausedRoutesOf } from '#server/records/connectors/paused-routes.repository.ts'
import { type ColdFile, readCold, relationFor } from '#server/records/ledger/cold-files.repository.ts'
import { type Stretch, stretchesOf } from './cold-pages.repository.ts'

type Db = Kysely<Tables>

/** A run; or a time (ISO 8601, the end is not included). */
export type SummedRange = {
  readonly companyId: string
  readonly connectorId: string
  readonly runId?: string
  readonly startDate?: string
  readonly endDate?: string
}

type Row = {
  readonly route: number
  /** Lines of its pages, those that wait, and those that were not sent because they did not change. */
  readonly lines: number
  readonly open: number
  readonly unchanged: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
  readonly leftOut: number
}

async function hotSums(db: Db, of: SummedRange, { from, until }: Stretch): Promise<readonly Row[]> {
  const { companyId, connectorId, runId, startDate, endDate } = of
  const { rows } = await sql<Row>`
    select p.route, sum(p.record_count)::int8 as lines, sum(p.pending_records)::int8 as open, sum(p.unchanged_records)::int8 as unchanged,
      sum(u.failed)::int8 as failed, sum(u.skipped)::int8 as skipped, sum(u.unknown)::int8 as unknown, sum(u.left_out)::int8 as "leftOut"
    from source_pages p cross join lateral (
      select count(*) filter (where t.status = 'failure') as failed, count(*) filter (where t.status = 'skipped') as skipped,
        count(*) filter (where t.status = 'unknown') as unknown, count(*) filter (where t.status = 'left-out') as left_out
      from transactions t where t.run_id = p.run_id and t.position between p.first_position and p.first_position + p.record_count - 1
        and t.status <> 'success') u
    where p.company_id = ${companyId} and p.connector_id = ${connectorId} and p.record_count > 0
      ${runId === undefined ? sql`` : sql`and p.run_id = ${runId}::uuid`}
      ${startDate === undefined ? sql`` : sql`and p.read_at >= ${startDate}::timestamptz`}
      ${endDate === undefined ? sql`` : sql`and p.read_at < ${endDate}::timestamptz`}
      ${from === null ? sql`` : sql`and p.run_id >= ${from}::uuid`} ${until === null ? sql`` : sql`and p.run_id < ${until}::uuid`}
    group by p.route`.execute(db)
  return rows
}

const timestamp = (iso: string) => new Date(iso).toISOString().replace('T', ' ').replace('Z', '')

async function coldSums(
  db: Db,
  { connectorId, runId, startDate, endDate }: SummedRange,
  files: readonly ColdFile[],
): Promise<readonly Row[]> {
  const [pages, lines] = [await relationFor(db, files, 'source_pages'), await relationFor(db, files, 'transactions')]
  if (pages === null) return []
  const values: string[] = []
  const given = (value: string) => `$${values.push(value)}`
  const where = [`p.connector_id = ${given(connectorId)}`, 'p.record_count > 0']
  if (runId !== undefined) where.push(`p.run_id = ${given(runId)}`)
  if (startDate !== undefined) where.push(`p.read_at >= ${given(timestamp(startDate))}::timestamp`)
  if (endDate !== undefined) where.push(`p.read_at < ${given(timestamp(endDate))}::timestamp`)
  const statuses = ['failure', 'skipped', 'unknown', 'left-out'] as const
  const counted = statuses.map((it, at) => `count(*) filter (where status = '${it}') as n${at}`)
  const joined =
    lines === null
      ? ''
      : `left join (select run_id, page, ${counted.join(', ')} from ${lines} where status <> 'success' group by run_id, page) u
           on u.run_id = p.run_id and u.page = p.number`
  const sums = [
    ...['record_count', 'pending_records', 'unchanged_records'].map((it) => `sum(p.${it})`),
    ...statuses.map((_, at) => (lines === null ? '0' : `sum(coalesce(u.n${at}, 0))`)),
  ]
  const rows = await readCold(
    db,
    `select p.route::varchar, ${sums.map((it) => `(${it})::bigint::varchar`).join(', ')} from ${pages} p ${joined}
     where ${where.join(' and ')} group by p.route`,
    values,
  )
  return rows.map((row) => {
    const [route = 0, all = 0, open = 0, unchanged = 0, failed = 0, skipped = 0, unknown = 0, leftOut = 0] = row.map(Number)
    return { route, lines: all, open, unchanged, failed, skipped, unknown, leftOut }
  })
}

const noLines = { lines: 0, open: 0, unchanged: 0, failed: 0, skipped: 0, unknown: 0, leftOut: 0 }

const added = (a: Omit<Row, 'route'>, b: Row): Omit<Row, 'route'> => ({
  ...{ lines: a.lines + b.lines, open: a.open + b.open, unchanged: a.unchanged + b.unchanged },
  ...{
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    unknown: a.unknown + b.unknown,
    leftOut: a.leftOut + b.leftOut,
  },
})

/**
 * Lines of the ledger by destination, in the order of the configuration; then what went to destinations that it does not have any more, and what
 * went to none. A record that was sent again counts each time, as in the sums of runs.
 * @returns empty for a connector with one destination.
 * @throws `ledger/cold` where a file of a cold week cannot be read.
 */
export async function sumsByDestination(
  db: Db,
  config: Pick<ConnectorConfig, 'destination' | 'dataMapping' | 'routes'>,
  range: SummedRange,
): Promise<DestinationSums[]> {
  if (config.routes === undefined) return []
  const byRoute = new Map<number, Omit<Row, 'route'>>()
  for (const stretch of await stretchesOf(db, range))
    for (const row of stretch.files ? await coldSums(db, range, stretch.files) : await hotSums(db, range, stretch))
      byRoute.set(row.route, added(byRoute.get(row.route) ?? noLines, row))
  const paused = await pausedRoutesOf(db, range)
  const there = destinationsOf(config)
  // One that is still paused is listed where it can be resumed: a run of an earlier version may wait for it.
  const removed = [...new Set([...byRoute.keys(), ...(range.runId === undefined ? paused : [])])]
    .filter((id) => id !== noRoute && there.every((it) => it.id !== id))
    .toSorted((a, b) => a - b)
  const sumsOf = (id: number) => {
    const { lines, open, unchanged, failed, skipped, unknown, leftOut } = byRoute.get(id) ?? noLines
    return {
      ...{ recordsRead: lines, recordsDelivered: lines - open - unchanged - failed - skipped - unknown - leftOut },
      ...{ recordsSkipped: skipped, recordsFailed: failed, recordsUnknown: unknown, recordsUnchanged: unchanged },
      ...{ recordsLeftOut: leftOut, recordsOpen: open },
    }
  }
  const none = { name: null, address: null, isPaused: false }
  return [
    ...there.map(({ id, name, destination }) => ({
      ...{ id, name, address: addressOf(destination) ?? null, isRemoved: false },
      isPaused: paused.includes(id),
      ...sumsOf(id),
    })),
    ...removed.map((id) => ({ id, ...none, isRemoved: true, isPaused: paused.includes(id), ...sumsOf(id) })),
    ...(byRoute.has(noRoute) ? [{ id: noRoute, ...none, isRemoved: false, ...sumsOf(noRoute) }] : []),
  ]
}
