/** The planned deletions of companies. Times are the database's. */
import { type Kysely, sql } from 'kysely'

import { companyGraceDays } from '#contract/admin/customer-deletion.ts'
import { hasNoJob, sendJob } from '../../../platform/database/job-queues.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** Days after the end of a month within which its invoice is made. */
const invoiceDays = 5

/** Not before the invoice of this month was made. */
const dueAt = sql<Date>`greatest(now() + ${companyGraceDays} * interval '1 day',
  date_trunc('month', now(), 'UTC') + interval '1 month' + ${invoiceDays} * interval '1 day')`

export async function addDeletion(tx: Db, companyId: string, operatorId: string): Promise<Date> {
  const { due_at: due } = await tx
    .insertInto('company_deletions')
    .values({ company_id: companyId, requested_by: operatorId, due_at: dueAt })
    .returning('due_at')
    .executeTakeFirstOrThrow()
  return due
}

export async function removeDeletion(tx: Db, companyId: string): Promise<void> {
  await tx.deleteFrom('company_deletions').where('company_id', '=', companyId).execute()
}

export async function findDeletion(db: Db, companyId: string) {
  const row = await db
    .selectFrom('company_deletions as d')
    .leftJoin('users as u', 'u.id', 'd.requested_by')
    .select(['d.requested_at as requestedAt', 'd.due_at as dueAt', 'd.removed', 'd.ended_at as endedAt'])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('by'))
    .where('d.company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? null
}

/** Queues a job for each company whose time of grace is over or whose removal was begun, where it has none. */
export async function sweepRemovals(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select d.company_id as id from company_deletions d where d.ended_at is null and d.due_at <= now()
      and (d.lease_until is null or d.lease_until <= now()) and ${hasNoJob(['company-removal'], sql.ref('d.company_id'))}
    order by d.due_at`.execute(db)
  for (const { id } of rows) await sendJob(db, 'company-removal', { id })
}

/** The processes that removed companies are gone: to be called where no other process uses the database. */
export async function endRemovalLeases(db: Db): Promise<void> {
  await db.updateTable('company_deletions').set({ lease_until: null }).where('lease_until', 'is not', null).execute()
}

/** Takes a company, or keeps it. @param lease in milliseconds. False where another process removes it. */
export async function takeLease(db: Db, companyId: string, lease: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('company_deletions')
    .set({ lease_until: sql<Date>`now() + ${lease} * interval '1 millisecond'` })
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .where('due_at', '<=', sql<Date>`now()`)
    .where((of) => of.or([of('lease_until', 'is', null), of('lease_until', '<=', sql<Date>`now()`)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keeps the lease of a company that this process has, and adds what it removed. */
export async function noteRemoved(db: Db, companyId: string, rows: number, lease: number): Promise<void> {
  await db
    .updateTable('company_deletions')
    .set(({ eb }) => ({
      removed: eb('removed', '+', rows),
      lease_until: sql<Date>`now() + ${lease} * interval '1 millisecond'`,
    }))
    .where('company_id', '=', companyId)
    .execute()
}

export async function endLease(db: Db, companyId: string): Promise<void> {
  await db.updateTable('company_deletions').set({ lease_until: null }).where('company_id', '=', companyId).execute()
}

/** @returns who requested it, and in which company that is. */
export async function endDeletion(tx: Db, companyId: string): Promise<{ operatorId: string; operatorCompanyId: string }> {
  const { rows } = await sql<{ operatorId: string; operatorCompanyId: string }>`
    update company_deletions d set ended_at = now(), lease_until = null from users u
    where d.company_id = ${companyId} and u.id = d.requested_by
    returning u.id as "operatorId", u.company_id as "operatorCompanyId"`.execute(tx)
  if (!rows[0]) throw new Error('a deletion without its row')
  return rows[0]
}

/** Those of these companies that are deleted, or are being deleted. */
export async function goneOf(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('companies')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', 'in', ['deleting', 'deleted'])
    .execute()
  return rows.map(({ id }) => id)
}
