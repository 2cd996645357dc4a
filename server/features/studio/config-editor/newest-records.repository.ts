/** The newest records that a connector read, whatever became of them. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { copyNewestColdRun } from '#server/records/ledger/cold-ranges.repository.ts'
import type { RecordPlace } from '#server/records/ledger/read-records.repository.ts'

export type NewestRecord = RecordPlace & {
  /** ISO 8601. */
  readonly readAt: string
}

type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** Newest first, at most `limit`. */
export async function newestRecords(
  db: Kysely<Tables>,
  { companyId, connectorId }: ConnectorKey,
  limit: number,
): Promise<NewestRecord[]> {
  await copyNewestColdRun(db, { companyId, connectorId })
  // Every page that has records has one at least.
  const { rows } = await sql<{ run_id: string; first: number; count: number; read_at: Date }>`
    select p.run_id, p.first_position as first, p.record_count as count, p.read_at from source_pages p
    where p.company_id = ${companyId} and p.connector_id = ${connectorId} and p.record_count > 0
    order by p.run_id desc, p.number desc limit ${limit}`.execute(db)
  const records = rows.flatMap(({ run_id, first, count, read_at }) =>
    Array.from({ length: Math.min(limit, count) }, (_, back) => ({
      runId: run_id,
      position: first + count - 1 - back,
      readAt: read_at.toISOString(),
    })),
  )
  return records.slice(0, limit)
}
