/** The requests after the deliveries of some records. */
import { type Kysely, sql } from 'kysely'

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
