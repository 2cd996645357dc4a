/** Opens runs: one that a person asked for, or those of hundreds of schedules that are due at the same instant, in one statement. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as newId } from 'uuid'

import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { changed } from '../../platform/database/changes.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

export type Start = {
  readonly companyId: string
  readonly connectorId: string
  /** The version that the run keeps to its end. */
  readonly version: number
  /** The request that asks for it, if one does: the same one again finds the run (`findRunAskedAs`). */
  readonly askedAs?: string
  readonly startedBy?: string | null
}

/**
 * Puts runs into the queue and returns those that were put: a connector whose run is still open gets none (replays, `replay-runs.repository.ts`, run beside it).
 * A run that was ended by a limit hands its checkpoint to the next one, and one that failed before its first page hands on what it was given,
 * unless a person has set the cursor since. Ids are of version 7, for the ledger is partitioned by them.
 */
export async function openRuns(
  db: Kysely<Tables>,
  starts: readonly Start[],
  trigger: Run['trigger'],
): Promise<Selectable<Tables['runs']>[]> {
  if (starts.length === 0) return []
  const given = starts.map(({ companyId, connectorId, version, askedAs, startedBy }) => ({
    ...{ i: newId(), o: companyId, c: connectorId, v: version },
    ...{ a: askedAs ?? null, s: startedBy ?? null },
  }))
  const { rows } = await sql<Selectable<Tables['runs']>>`
    insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, asked_as, started_by)
    select i, o, c, v, ${trigger}, 'queued', 'Waiting for the engine.', 'The engine takes it over as soon as it is free.',
      case when before.goes_on then before.checkpoint else '{}'::jsonb end, a, s
    from json_to_recordset(${JSON.stringify(given)}::json) as g(i uuid, o uuid, c uuid, v int, a uuid, s uuid)
    left join lateral (
      select checkpoint, (error ->> 'code' = 'source/page-limit' or (status in ('failed', 'cancelled') and pages_read = 0))
        and not exists (select 1 from cursor_choices k where k.company_id = o and k.connector_id = c and k.chosen_at > r.created_at) as goes_on
      from runs r where r.company_id = o and r.connector_id = c and r.version = v and r.trigger <> 'replay'
      order by r.created_at desc limit 1) before on true
    on conflict (connector_id, (trigger = 'replay')) where status in (${sql.join(openRunStates.map((state) => sql.lit(state)))}) do nothing
    returning *`.execute(db)
  await changed(db, ...rows.map((row) => ({ companyId: row.company_id, connectorId: row.connector_id, what: 'run' as const })))
  return rows
}
