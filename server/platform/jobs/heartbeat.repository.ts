/** How far the database has come, in beats of every process on it. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../database/tables/tables.ts'

export type Beat = {
  /** The same for as long as it is the same database, or a copy of it. */
  readonly lineage: string
  readonly beats: number
  /** By the database's clock. */
  readonly at: Date
}

/** Counts one up. */
export async function beatOnce(db: Kysely<Tables>): Promise<Beat> {
  const { rows } = await sql<Beat>`
    update heartbeat set beats = beats + 1, at = now() returning lineage, beats::float8 as beats, at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database has no heartbeat, because the table "heartbeat" is empty.')
  return row
}

/** Writes a little and says that it is kept: nothing else proves that writes are. */
export async function proveWrite(db: Kysely<Tables>): Promise<void> {
  await sql`update heartbeat set at = now()`.execute(db)
}
