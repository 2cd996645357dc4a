/** Who waits for an engine. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'

/** The companies that have a run which waits for an engine, once each. */
export async function waitingCompanies(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('company_id')
    .distinct()
    .where('status', 'in', ['queued', 'running'])
    .where((eb) => eb.or([eb('waits_until', 'is', null), eb('waits_until', '<=', sql<Date>`now()`)]))
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', sql<Date>`now()`)]))
    .execute()
  return rows.map(({ company_id }) => company_id)
}

/** How many runs wait for an engine: new ones, and those that were given back before their end; not those that rest until more events come. */
export async function countWaitingRuns(db: Kysely<Tables>): Promise<number> {
  const { waiting } = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('status', 'in', ['queued', 'running'])
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', sql<Date>`now()`)]))
    .where((eb) => eb.or([eb('waits_until', 'is', null), eb('waits_until', '<=', sql<Date>`now()`), eb('stalls', '>', 0)]))
    .executeTakeFirstOrThrow()
  return waiting
}
