/** The approved version of a published connector, kept while a changed one waits for approval or was declined. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** Others go on finding it until the changed one is approved. Where an earlier one is kept already, or none was approved, nothing is kept. */
export async function keepApproved(tx: Db, id: string): Promise<void> {
  const columns = sql.raw(
    'name, description, category, tags, config, shapes, hosts, source_system, destination_system, found_by, revision, updated_at',
  )
  await sql`insert into approved_templates (template_id, ${columns})
    select id, ${columns} from templates where id = ${id} and status = 'approved' on conflict do nothing`.execute(tx)
}

/** The newest version is the approved one. */
export async function forgetApproved(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('approved_templates').where('template_id', '=', id).execute()
}

export async function keepsApproved(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('approved_templates').select('template_id').where('template_id', '=', id).executeTakeFirst()
  return row !== undefined
}
