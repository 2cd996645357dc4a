/** Actions on many companies. One runs at a time, and one process at a time works at it. */
import { type Kysely, type Selectable, sql } from 'kysely'

import { type CustomerJobMove, type CustomerJobStatus, customerJobLifecycle } from '#contract/admin/customer-job.lifecycle.ts'
import type { CustomerJobForm } from '#contract/admin/customer-jobs.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'

type Db = Kysely<Tables>
export type JobForm = Omit<CustomerJobForm, 'ids'>
export type JobRow = Selectable<Tables['customer_jobs']>

type NewJob = { readonly id: string; readonly companyId: string; readonly operatorId: string; readonly form: JobForm }

/** False while another one runs. */
export async function addJob(tx: Db, { id, companyId, operatorId, form }: NewJob, targets: readonly string[]): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('customer_jobs')
    .values({ id, company_id: companyId, operator_id: operatorId, form: JSON.stringify(form) })
    .onConflict((on) => on.column('status').where('status', '=', 'running').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await sql`insert into customer_job_items (job_id, place, target_id)
    select ${id}, t.place, t.id from unnest(${[...new Set(targets)]}::uuid[]) with ordinality as t(id, place)`.execute(tx)
  return true
}

/** The newest one, or the one that is named. */
export async function findJob(db: Db, id: string | null = null) {
  const { rows } = await sql<JobRow & { by: string | null; total: number; changed: number; waiting: number; failed: number }>`
    select j.*, nullif(trim(u.first_name || ' ' || u.last_name), '') as by, count(i.place)::int as total,
      (count(*) filter (where i.status = 'changed'))::int as changed,
      (count(*) filter (where i.status in ('waiting', 'begun')))::int as waiting,
      (count(*) filter (where i.status = 'failed'))::int as failed
    from customer_jobs j left join users u on u.id = j.operator_id left join customer_job_items i on i.job_id = j.id
    where j.id = coalesce(${id}::uuid, (select id from customer_jobs order by created_at desc, id desc limit 1))
    group by j.id, u.id`.execute(db)
  return rows[0] ?? null
}

export async function listFailures(db: Db, id: string, most: number): Promise<{ id: string; name: string; message: string }[]> {
  const rows = await db
    .selectFrom('customer_job_items as i')
    .leftJoin('companies as c', 'c.id', 'i.target_id')
    .select(['i.target_id as id', 'c.name', 'i.message'])
    .where('i.job_id', '=', id)
    .where('i.status', '=', 'failed')
    .orderBy('i.place')
    .limit(most)
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name ?? row.id, message: row.message ?? '' }))
}

/** Along its chart. False where its status does not allow it. */
export async function moveJob(tx: Db, id: string, type: CustomerJobMove['type']): Promise<boolean> {
  const from = statesAllowing(customerJobLifecycle, type) as CustomerJobStatus[]
  const status = moved(customerJobLifecycle, from[0] ?? 'running', { type }, undefined) as CustomerJobStatus
  const { numUpdatedRows } = await tx
    .updateTable('customer_jobs')
    .set({ status, lease_until: null })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function isOtherRunning(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('customer_jobs')
    .select('id')
    .where('status', '=', 'running')
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

/** In the name of who asks for it: what is done from now on is recorded as theirs. */
export async function lineUpAgain(
  tx: Db,
  id: string,
  { userId, companyId }: Pick<Caller, 'userId' | 'companyId'>,
): Promise<void> {
  await tx.updateTable('customer_jobs').set({ operator_id: userId, company_id: companyId }).where('id', '=', id).execute()
  await sql`update customer_job_items set status = 'waiting', message = null where job_id = ${id} and status = 'failed'`.execute(
    tx,
  )
}

/** The one that runs, where no process works at it. @param lease in milliseconds */
export async function leaseJob(db: Db, lease: number): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`
    update customer_jobs set lease_until = now() + ${lease} * interval '1 millisecond'
    where status = 'running' and (lease_until is null or lease_until <= now()) returning *`.execute(db)
  return rows[0] ?? null
}

export type Item = { readonly place: number; readonly targetId: string; readonly wasBegun: boolean }

/** Begins the next one, and keeps the lease. Null where none is left, or the job was stopped. */
export async function beginNext(tx: Db, id: string, lease: number): Promise<Item | null> {
  const { rows } = await sql<Item>`
    with held as (
      update customer_jobs set lease_until = now() + ${lease} * interval '1 millisecond' where id = ${id} and status = 'running' returning id)
    , next as (
      select i.place, i.status from customer_job_items i join held on held.id = i.job_id
      where i.status in ('waiting', 'begun') order by i.place limit 1)
    update customer_job_items i set status = 'begun' from next n where i.job_id = ${id} and i.place = n.place
    returning i.place, i.target_id as "targetId", n.status = 'begun' as "wasBegun"`.execute(tx)
  return rows[0] ?? null
}

export async function endItem(db: Db, id: string, place: number, message: string | null): Promise<void> {
  await db
    .updateTable('customer_job_items')
    .set({ status: message === null ? 'changed' : 'failed', message })
    .where('job_id', '=', id)
    .where('place', '=', place)
    .execute()
}

/** Whether the person may still do it. */
export async function isOperator(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'SUPER_ADMIN')
    .where('active', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
