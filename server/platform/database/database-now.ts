/** The time by the clock that all processes share. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from './tables/tables.ts'

export async function databaseNow(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no time')
  return row.now
}
