/** Processes on this database, as they report themselves. */
import { type Kysely, sql } from 'kysely'

import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Reported = Pick<Tables['processes'], 'id' | 'role' | 'version'> & { readonly startedAt: Date; readonly figures: object }

/** Writes what a process says of itself, and forgets those that have said nothing for so many seconds. */
export async function reportProcess(db: Db, it: Reported, forgottenAfter: number): Promise<void> {
  const { id, role, version, startedAt, figures } = it
  const row = { role, version, started_at: startedAt, figures: jsonText(figures), seen_at: sql<Date>`now()` }
  await db
    .insertInto('processes')
    .values({ id, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute()
  await sql`delete from processes where seen_at < now() - ${forgottenAfter} * interval '1 second'`.execute(db)
}

export async function removeProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute()
}

/** The newest ones last. `silent` are those that have said nothing for so many seconds. */
export async function listProcesses(db: Db, silentAfter: number) {
  return db
    .selectFrom('processes')
    .select(['id', 'role', 'version', 'started_at as startedAt', 'seen_at as seenAt', 'figures'])
    .select(sql<boolean>`seen_at < now() - ${silentAfter} * interval '1 second'`.as('isSilent'))
    .orderBy('started_at')
    .orderBy('id')
    .execute()
}
