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
    `PostgreSQL can lose saved data in a power failure, because ${names} ${rows.length === 1 ? 'is' : 'are'} off. Switch ${rows.length === 1 ? 'it' : 'them'} on. If data loss is acceptable, set UNSAFE_DATABASE=true.`,
  )
}
