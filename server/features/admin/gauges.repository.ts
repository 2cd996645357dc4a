/** How much waits in the whole database, for `/metrics`: counts, nothing of any company. */
import { type Kysely, sql } from 'kysely'

import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

export type Gauges = {
  /** Open runs by status. */
  readonly runs: ReadonlyMap<string, number>
  /** Queued runs, and those whose owner is silent. */
  readonly waitingRuns: number
  /** Records of open runs that were read and have not ended. */
  readonly pendingRecords: number
  /** Events that came in by hooks and that no page has taken. */
  readonly heldEvents: number
}

type Row = { readonly status: string; readonly runs: number; readonly waiting: number; readonly pending: number }

export async function readGauges(db: Kysely<Tables>): Promise<Gauges> {
  const open = sql.join(openRunStates.map((it) => sql`${it}`))
  const { rows } = await sql<Row>`
    select status, count(*) as runs,
      count(*) filter (where status <> 'paused' and (lease_until is null or lease_until <= now())) as waiting,
      sum(records_read - records_delivered - records_skipped - records_failed - records_unchanged - records_left_out)::int8 as pending
    from runs where status in (${open}) group by status`.execute(db)
  const held = await sql<{ held: number }>`select coalesce(sum(held), 0)::int8 as held from hooks where held > 0`.execute(db)
  const sum = (field: 'waiting' | 'pending') => rows.reduce((total, row) => total + row[field], 0)
  return {
    runs: new Map(rows.map(({ status, runs }) => [status, runs])),
    waitingRuns: sum('waiting'),
    pendingRecords: sum('pending'),
    heldEvents: held.rows[0]?.held ?? 0,
  }
}
