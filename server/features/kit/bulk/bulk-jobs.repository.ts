/** Actions on many companies or connectors. In a lane one runs at a time, and one attempt at a time works at it. */
import { type Kysely, type Selectable, sql } from 'kysely'

import { type BulkJobMove, type BulkJobStatus, bulkJobLifecycle } from '#contract/kit/bulk/bulk-job.lifecycle.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { sendJob } from '../../../platform/database/job-queues.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { JobRows } from '../../../platform/jobs/job-rows.repository.ts'
import type { Caller } from '../../../platform/security/access.ts'

type Db = Kysely<Tables>
export type BulkKind = Tables['bulk_jobs']['kind']
export type JobRow = Selectable<Tables['bulk_jobs']>

export type NewJob = {
  readonly id: string
  readonly kind: BulkKind
  readonly lane: string
  readonly companyId: string
  readonly userId: string
  readonly form: object
  readonly targets: readonly string[]
}

/** False while another one runs in its lane. */
export async function addJob(tx: Db, { id, kind, lane, companyId, userId, form, targets }: NewJob): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bulk_jobs')
    .values({ id, kind, lane, company_id: companyId, user_id: userId, form: JSON.stringify(form) })
    .onConflict((on) => on.column('lane').where('status', '=', 'running').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await sendJob(tx, 'bulk-action', { id })
  await sql`insert into bulk_job_items (job_id, place, target_id)
    select ${id}, t.place, t.id from unnest(${[...new Set(targets)]}::uuid[]) with ordinality as t(id, place)`.execute(tx)
  // Only the newest one is shown.
  await sql`delete from bulk_jobs where lane = ${lane} and status <> 'running' and created_at < now() - interval '30 days'`.execute(
    tx,
  )
  return true
}

/** The newest one of a lane, or the one of it that is named. */
export async function findJob(db: Db, lane: string, id: string | null = null) {
  const { rows } = await sql<JobRow & { by: string | null; total: number; changed: number; waiting: number; failed: number }>`
    select j.*, nullif(trim(u.first_name || ' ' || u.last_name), '') as by, count(i.place)::int as total,
      (count(*) filter (where i.status = 'changed'))::int as changed,
      (count(*) filter (where i.status in ('waiting', 'begun')))::int as waiting,
      (count(*) filter (where i.status = 'failed'))::int as failed
    from bulk_jobs j left join users u on u.id = j.user_id left join bulk_job_items i on i.job_id = j.id
    where j.lane = ${lane}
      and j.id = coalesce(${id}::uuid, (select id from bulk_jobs where lane = ${lane} order by created_at desc, id desc limit 1))
    group by j.id, u.id`.execute(db)
  return rows[0] ?? null
}

type Failure = { id: string; name: string; message: string }

export async function listFailures(db: Db, { id, kind }: Pick<JobRow, 'id' | 'kind'>, most: number): Promise<Failure[]> {
  const targets = kind === 'customers' ? 'companies' : 'connectors'
  const { rows } = await sql<{ id: string; name: string | null; message: string | null }>`
    select i.target_id as id, c.name, i.message from bulk_job_items i left join ${sql.table(targets)} c on c.id = i.target_id
    where i.job_id = ${id} and i.status = 'failed' order by i.place limit ${most}`.execute(db)
  return rows.map((row) => ({ id: row.id, name: row.name ?? row.id, message: row.message ?? '' }))
}

/** Along its chart. False where its status does not allow it. */
export async function moveJob(tx: Db, id: string, type: BulkJobMove['type']): Promise<boolean> {
  const from = statesAllowing(bulkJobLifecycle, type) as BulkJobStatus[]
  const status = moved(bulkJobLifecycle, from[0] ?? 'running', { type }, undefined) as BulkJobStatus
  const { numUpdatedRows } = await tx
    .updateTable('bulk_jobs')
    .set({ status, lease_until: null })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function isOtherRunning(tx: Db, { id, lane }: Pick<JobRow, 'id' | 'lane'>): Promise<boolean> {
  const row = await tx
    .selectFrom('bulk_jobs')
    .select('id')
    .where('lane', '=', lane)
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
  await tx.updateTable('bulk_jobs').set({ user_id: userId, company_id: companyId }).where('id', '=', id).execute()
  await sql`update bulk_job_items set status = 'waiting', message = null where job_id = ${id} and status = 'failed'`.execute(tx)
  await sendJob(tx, 'bulk-action', { id })
}

/** Nothing is done for a company that is suspended: it goes on when the company is active again. */
const ofActive = sql`exists (select from companies c where c.id = bulk_jobs.company_id and c.status = 'active')`
type Attempt = Pick<JobRow, 'id' | 'attempts'>

export const bulkRows: JobRows<'bulk_jobs'> = {
  ...{ queue: 'bulk-action', table: 'bulk_jobs', isOpen: sql`bulk_jobs.status = 'running' and ${ofActive}` },
}

/** Another attempt may begin at once. */
export async function endAttempt(db: Db, { id, attempts }: Attempt): Promise<void> {
  await db.updateTable('bulk_jobs').set({ lease_until: null }).where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** The processes that worked at them are gone: to be called where no other process uses the database. */
export async function endBulkLeases(db: Db): Promise<void> {
  await db.updateTable('bulk_jobs').set({ lease_until: null }).where('status', '=', 'running').execute()
}

export type Item = { readonly place: number; readonly targetId: string; readonly wasBegun: boolean }

/**
 * Begins the next one after the given place, and keeps the lease. Null where none is left, the job was stopped, its company is suspended, or another
 * attempt has begun.
 * @param after those up to it were begun by this attempt.
 */
export async function beginNext(tx: Db, { id, attempts }: Attempt, lease: number, after: number): Promise<Item | null> {
  const { rows } = await sql<Item>`
    with held as (
      update bulk_jobs set lease_until = now() + ${lease} * interval '1 millisecond'
      where id = ${id} and attempts = ${attempts} and status = 'running' and ${ofActive} returning id)
    , next as (
      select i.place, i.status from bulk_job_items i join held on held.id = i.job_id
      where i.place > ${after} and i.status in ('waiting', 'begun') order by i.place limit 1)
    update bulk_job_items i set status = 'begun' from next n where i.job_id = ${id} and i.place = n.place
    returning i.place, i.target_id as "targetId", n.status = 'begun' as "wasBegun"`.execute(tx)
  return rows[0] ?? null
}

export async function endItem(db: Db, id: string, place: number, message: string | null): Promise<void> {
  await db
    .updateTable('bulk_job_items')
    .set({ status: message === null ? 'changed' : 'failed', message })
    .where('job_id', '=', id)
    .where('place', '=', place)
    .execute()
}

/** The role that the person has now; null where they may do nothing any more. */
export async function roleOf(db: Db, { user_id, company_id }: Pick<JobRow, 'user_id' | 'company_id'>) {
  const row = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', user_id)
    .where('company_id', '=', company_id)
    .where('active', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.role ?? null
}
