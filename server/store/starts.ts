/** Opens the runs of many connectors in one statement: hundreds of schedules may be due at the same instant. */
import { type Kysely, sql } from 'kysely'
import { v7 as newId } from 'uuid'

import { openRunStates } from '../../contract/lifecycles/run.ts'
import type { Run } from '../../contract/run.ts'
import type { Tables } from './tables.ts'

export type Start = { readonly companyId: string; readonly connectorId: string; readonly version: number }

/**
 * As `openRun`, which see, for runs that nobody pressed for. Returns the connectors whose run was opened; that of the others is still open.
 */
export async function openRuns(
  db: Kysely<Tables>,
  starts: readonly Start[],
  trigger: Run['trigger'],
): Promise<ReadonlySet<string>> {
  if (starts.length === 0) return new Set()
  const given = starts.map((it) => ({ i: newId(), o: it.companyId, c: it.connectorId, v: it.version }))
  const { rows } = await sql<{ connector_id: string }>`
    insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint)
    select i, o, c, v, ${trigger}, 'queued', 'Waiting for the engine.', 'The engine takes it over as soon as it is free.',
      case when before.error ->> 'code' = 'source/page-limit' then before.checkpoint else '{}'::jsonb end
    from json_to_recordset(${JSON.stringify(given)}::json) as g(i uuid, o uuid, c uuid, v int)
    left join lateral (
      select checkpoint, error from runs r where r.company_id = o and r.connector_id = c and r.version = v
      order by r.created_at desc limit 1) before on true
    on conflict (connector_id) where status in (${sql.join(openRunStates.map((state) => sql.lit(state)))}) do nothing
    returning connector_id`.execute(db)
  return new Set(rows.map((row) => row.connector_id))
}
