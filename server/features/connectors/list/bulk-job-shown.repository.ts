/** Whether the newest action of a person on many connectors is worth a place on the dashboard: it runs, ended a few minutes ago, or left something to do within the past day. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

export async function isJobShown(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isShown: boolean }>`
    select j.status = 'running' or j.created_at > now() - interval '15 minutes' or (j.created_at > now() - interval '1 day'
        and exists (select from bulk_job_items i where i.job_id = j.id and i.status <> 'changed')) as "isShown"
    from bulk_jobs j where j.lane = ${`connectors:${userId}`} order by j.created_at desc, j.id desc limit 1`.execute(db)
  return rows[0]?.isShown ?? false
}
