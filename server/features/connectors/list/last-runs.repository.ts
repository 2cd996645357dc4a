/** The newest run of each connector, for lists. */
import { type Kysely, type Selectable, sql } from 'kysely'

import type { Run } from '#contract/connectors/runs/run.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { toRun } from '#server/records/runs/runs.repository.ts'

/** By connector id; a connector that never ran is missing. One look into `runs_connector` for each id. */
export async function lastRuns(
  db: Kysely<Tables>,
  companyId: string,
  connectorIds: readonly string[],
): Promise<Map<string, Run>> {
  if (connectorIds.length === 0) return new Map()
  const { rows } = await sql<Selectable<Tables['runs']>>`
    select r.* from unnest(${connectorIds}::uuid[]) as wanted(id)
    cross join lateral (
      select * from runs where connector_id = wanted.id and company_id = ${companyId} order by created_at desc, id desc limit 1) r`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.connector_id, toRun(row)]))
}
