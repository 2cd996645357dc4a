/** The requests after the deliveries of some records, and of a run. */
import { type Kysely, sql } from 'kysely'

import type { RunReport } from '#contract/connectors/runs/run-report.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'
import type { LedgerRow } from './transaction-rows.repository.ts'

type Afterwards = NonNullable<Transaction['afterwards']>

/** By run and position, as `run/position`. */
export async function afterwardsOf(
  db: Kysely<Tables>,
  companyId: string,
  rows: readonly Pick<LedgerRow, 'run_id' | 'position' | 'status'>[],
): Promise<ReadonlyMap<string, Afterwards>> {
  const delivered = rows.filter(({ status }) => status === 'success').map(({ run_id, position }) => ({ r: run_id, p: position }))
  if (delivered.length === 0) return new Map()
  const found = await sql<{
    run_id: string
    position: number
    status: Afterwards['status']
    tries: number
    ended_at: Date | null
    error: Problem | null
  }>`
    select a.run_id, a.position, a.status, a.tries, a.ended_at, a.error from json_to_recordset(${JSON.stringify(delivered)}::json) as k(r uuid, p int)
    join afterwards a on a.run_id = k.r and a.position = k.p
    where a.company_id = ${companyId} and ${withinRuns('a.run_id', delivered)}`.execute(db)
  return new Map(
    found.rows.map(({ run_id, position, status, tries, ended_at, error }) => [
      `${run_id}/${position}`,
      { status, attempts: tries, endDate: ended_at?.toISOString() ?? null, error },
    ]),
  )
}

/** Those of a connector that ended between two instants (ISO 8601, the second not included) and failed, or whose outcome is unknown. */
export async function countFailedAfterwards(
  db: Kysely<Tables>,
  {
    companyId,
    connectorId,
    from,
    to,
  }: { readonly companyId: string; readonly connectorId: string; readonly from: string; readonly to: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from afterwards where company_id = ${companyId} and connector_id = ${connectorId}
      and status in ('failed', 'unknown') and ended_at >= ${from}::timestamptz and ended_at < ${to}::timestamptz`.execute(db)
  return rows[0]?.n ?? 0
}

/** Of a run, by their status; null where nothing follows its deliveries. */
export async function afterwardsSums(
  db: Kysely<Tables>,
  companyId: string,
  runId: string,
): Promise<NonNullable<RunReport['afterwards']> | null> {
  const { rows } = await sql<{ status: Afterwards['status']; n: number }>`
    select status, count(*)::int as n from afterwards where run_id = ${runId} and company_id = ${companyId} group by status`.execute(
    db,
  )
  if (rows.length === 0) return null
  return { pending: 0, done: 0, failed: 0, unknown: 0, ...Object.fromEntries(rows.map(({ status, n }) => [status, n])) }
}
