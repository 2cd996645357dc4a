/** The cursor over runs: what the newest run of the same source left, or where a person has set it since. */
import { type Kysely, sql } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Checkpoint } from '../runs/next-run.repository.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }
export type Resume = NonNullable<Checkpoint['resume']>

export type Cursor = {
  /** As the kind of the source wrote it; null: at the beginning. */
  readonly resume: Resume | null
  readonly setAt: Date
  /** The run that left it, or the person who set it. */
  readonly runId: string | null
  readonly chosenBy: string | null
}

/** Works out what each version of a connector reads where that was not done yet. */
export async function nameReads(db: Db, { companyId, connectorId }: ConnectorKey, readsOf: (config: ConnectorConfig) => string) {
  const unnamed = await db
    .selectFrom('connector_versions')
    .select(['number', 'config'])
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('reads', 'is', null)
    .execute()
  for (const { number, config } of unnamed)
    await db
      .updateTable('connector_versions')
      .set({ reads: readsOf(config as ConnectorConfig) })
      .where('company_id', '=', companyId)
      .where('connector_id', '=', connectorId)
      .where('number', '=', number)
      .execute()
}

/** The cursor of what is read; null when nothing has left one. @param except a run that does not count, because it is the one that asks. */
export async function findCursor(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  reads: string,
  except: string | null = null,
): Promise<Cursor | null> {
  const { rows } = await sql<Cursor>`
    select resume, "setAt", "runId", "chosenBy" from (
      (select r.checkpoint -> 'resume' as resume, r.created_at as at, coalesce(r.ended_at, r.started_at, r.created_at) as "setAt",
        r.id as "runId", null::uuid as "chosenBy"
      from runs r join connector_versions v on v.company_id = r.company_id and v.connector_id = r.connector_id and v.number = r.version
      where r.company_id = ${companyId} and r.connector_id = ${connectorId} and r.trigger <> 'replay' and v.reads = ${reads}
        and r.checkpoint ? 'resume' and r.id is distinct from ${except}::uuid
      order by r.created_at desc limit 1)
      union all
      (select resume, chosen_at, chosen_at, null, chosen_by from cursor_choices
      where company_id = ${companyId} and connector_id = ${connectorId} and reads = ${reads}
      order by chosen_at desc limit 1)) as left_by
    order by at desc limit 1`.execute(db)
  return rows[0] ?? null
}

export type NewCursor = ConnectorKey & {
  readonly id: string
  readonly reads: string
  /** Null: back to the beginning. */
  readonly resume: Resume | null
  readonly chosenBy: string
}

/** Sets the cursor of what is read. One with this id that is there already stays as it is: the request was made before. */
export async function chooseCursor(tx: Db, { id, companyId, connectorId, reads, resume, chosenBy }: NewCursor): Promise<void> {
  await tx
    .insertInto('cursor_choices')
    .values({
      id,
      company_id: companyId,
      connector_id: connectorId,
      reads,
      resume: resume === null ? null : JSON.stringify(resume),
      chosen_by: chosenBy,
    })
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}
