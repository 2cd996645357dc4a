/** Whether a PostgreSQL server keeps what it has acknowledged when its machine loses power (`faults.md` F37). */
import { type Kysely, sql } from 'kysely'

import type { Tables } from './tables/tables.ts'

/** @throws an Error of one sentence for a server that is set to lose acknowledged commits. The embedded database sets its own. */
export async function refuseCarelessDatabase(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(
    db,
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new Error(
    `PostgreSQL is set to lose acknowledged work in a power loss: off ${rows.length === 1 ? 'is' : 'are'} ${names}. Switch on what is off, or set UNSAFE_DATABASE=true when the data may be lost.`,
  )
}
