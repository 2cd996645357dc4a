/** Runs of the past whose records are still needed. */
import { sql } from 'kysely'

/**
 * Whether the next run of the connector reads in the records of the run `r` what it has to send first, or what of that was sent since
 * (`unsent.repository.ts`): without them it would lose records, or send them twice.
 */
export const isNeeded = sql`(exists (select 1 from connectors k where k.id = r.connector_id and k.deleted_at is null) and (r.unsent > 0
  or exists (select 1 from carried_records c join runs o on o.id = c.from_run where c.run_id = r.id and o.unsent > 0)
  or exists (
    select 1 from replays y join replay_lines l on l.replay_id = y.id join runs o on o.id = l.root_run where y.run_id = r.id and o.unsent > 0)))`
