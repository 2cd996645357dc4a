/** Rows with one job each: begun as attempts, so that a process that lost its job changes nothing more, and swept where a job is missing. */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'

import { hasNoJob, sendJob } from '../database/job-queues.ts'
import type { Tables } from '../database/tables/tables.ts'

type Table = 'company_exports' | 'data_files' | 'bulk_jobs'
/** @property isOpen whether a row of the table is to be worked at */
export type JobRows<Name extends Table> = {
  readonly queue: 'company-export' | 'own-data-file' | 'bulk-action'
  readonly table: Name
  readonly isOpen: RawBuilder<boolean>
}

/**
 * Begins a further attempt, which makes those before it void. Null where nothing is to be done now.
 * @param lease milliseconds for which a process of the version before leaves the row alone
 */
export async function beginAttempt<Name extends Table>(
  db: Kysely<Tables>,
  { queue, table, isOpen }: JobRows<Name>,
  id: string,
  lease: number | null = null,
): Promise<Selectable<Tables[Name]> | null> {
  const { rows } = await sql<Selectable<Tables[Name]>>`
    update ${sql.table(table)} set attempts = attempts + 1, lease_until = now() + ${lease}::float8 * interval '1 millisecond'
    where id = ${id} and ${isOpen} and (lease_until is null or lease_until <= now()) returning *`.execute(db)
  if (rows[0]) return rows[0]
  const { rows: held } = await sql<{ pause: number }>`
    select extract(epoch from lease_until - now())::float8 * 1000 as pause from ${sql.table(table)}
    where id = ${id} and ${isOpen} and lease_until > now()`.execute(db)
  for (const { pause } of held) await sendJob(db, queue, { id }, { after: pause })
  return null
}

/** Queues a job for each open row that has none, for example after a restore or an upgrade. */
export async function sweepRows<Name extends Table>(db: Kysely<Tables>, { queue, table, isOpen }: JobRows<Name>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${isOpen} and ${hasNoJob([queue], sql.ref(`${table}.id`))}`.execute(db)
  for (const { id } of rows) await sendJob(db, queue, { id })
}
