/** Files with somebody's data, and requests to be deleted. Times are the database's. */
import { type Kysely, sql } from 'kysely'
import { type DeletionMove, deletionLifecycle } from '#contract/account/own-data.lifecycle.ts'
import { deletionGraceDays, ownDataRetentionDays } from '#contract/account/own-data-limits.ts'
import { type DataFileMove, dataFileLifecycle } from '#contract/kit/files/data-file.lifecycle.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { sendJob } from '#server/platform/database/job-queues.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { JobRows } from '#server/platform/jobs/job-rows.repository.ts'

type Db = Kysely<Tables>
export type UserKey = { readonly companyId: string; readonly userId: string }

const days = (count: number) => sql<Date>`now() + ${count} * interval '1 day'`

export async function findDataFile(db: Db, { companyId, userId }: UserKey) {
  const row = await db
    .selectFrom('data_files')
    .select(['id', 'status', 'requested_at as requestedAt', 'expires_at as expiresAt', 'bytes'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Null where there is none whose time is not over. */
export async function findContent(db: Db, { companyId, userId }: UserKey): Promise<Buffer | null> {
  const row = await db
    .selectFrom('data_files')
    .select('content')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('status', '=', 'ready')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.content ?? null
}

const fileAfter = (from: 'queued' | 'ready', move: DataFileMove['type']) =>
  moved(dataFileLifecycle, from, { type: move }, undefined) as Tables['data_files']['status']['__select__']

/** One is made at a time, and the one before it is gone. False where one is being made. */
export async function queueDataFile(tx: Db, { companyId, userId, id }: UserKey & { readonly id: string }): Promise<boolean> {
  await tx
    .updateTable('data_files')
    .set({ status: fileAfter('ready', 'user.repeated'), status_since: sql<Date>`now()`, content: null })
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('status', 'in', statesAllowing(dataFileLifecycle, 'user.repeated') as 'ready'[])
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('data_files')
    .values({ id, company_id: companyId, user_id: userId })
    .onConflict((on) => on.column('user_id').where('status', '=', 'queued').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await sendJob(tx, 'own-data-file', { id })
  return true
}

export type FileAttempt = UserKey & { readonly id: string; readonly attempt: number }

export const dataFileRows: JobRows<'data_files'> = {
  ...{ queue: 'own-data-file', table: 'data_files', isOpen: sql`data_files.status = 'queued'` },
}

/** False where another attempt has begun meanwhile. */
export async function keepDataFile(
  tx: Db,
  { id, attempt, content, bytes }: FileAttempt & { readonly content: Buffer; readonly bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('data_files')
    .set({ status: fileAfter('queued', 'job.made'), status_since: sql<Date>`now()` })
    .set({ content, bytes, expires_at: days(ownDataRetentionDays) })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function giveDataFileUp(db: Db, { id }: Pick<FileAttempt, 'id'>): Promise<void> {
  await db
    .updateTable('data_files')
    .set({ status: fileAfter('queued', 'job.gaveUp'), status_since: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

export async function expireDataFiles(db: Db): Promise<void> {
  await db
    .updateTable('data_files')
    .set({ status: fileAfter('ready', 'clock.expired'), status_since: sql<Date>`now()`, content: null })
    .where('status', '=', 'ready')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}

export async function findDeletion(db: Db, { companyId, userId }: UserKey) {
  const row = await db
    .selectFrom('deletion_requests as d')
    .leftJoin('users as h', (join) => join.onRef('h.id', '=', 'd.heir_id').onRef('h.company_id', '=', 'd.company_id'))
    .select(['d.status', 'd.requested_at as requestedAt', 'd.due_at as dueAt'])
    .select(sql<string | null>`trim(h.first_name || ' ' || h.last_name)`.as('heir'))
    .where('d.user_id', '=', userId)
    .where('d.company_id', '=', companyId)
    .orderBy('d.requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

type Requested = UserKey & { readonly id: string; readonly heir: string | null }

/** When it is due; null where one waits already. */
export async function addDeletion(tx: Db, { companyId, userId, id, heir }: Requested): Promise<Date | null> {
  const row = await tx
    .insertInto('deletion_requests')
    .values({ id, company_id: companyId, user_id: userId, heir_id: heir, due_at: days(deletionGraceDays) })
    .onConflict((on) => on.column('user_id').where('status', '=', 'waiting').doNothing())
    .returning('due_at')
    .executeTakeFirst()
  return row?.due_at ?? null
}

const deletionAfter = (move: DeletionMove['type']) =>
  moved(deletionLifecycle, 'waiting', { type: move }, undefined) as Tables['deletion_requests']['status']['__select__']

/** False where none waits. */
export async function moveDeletion(tx: Db, { companyId, userId }: UserKey, move: DeletionMove['type']): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deletion_requests')
    .set({ status: deletionAfter(move), status_since: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('status', 'in', statesAllowing(deletionLifecycle, move) as 'waiting'[])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type DueDeletion = UserKey & { readonly heir: string | null }

/** Held until the transaction ends. */
export async function lockDueDeletion(tx: Db): Promise<DueDeletion | null> {
  const { rows } = await sql<DueDeletion>`
    select company_id as "companyId", user_id as "userId", heir_id as heir from deletion_requests
    where status = 'waiting' and due_at <= now() order by due_at limit 1 for update skip locked`.execute(tx)
  return rows[0] ?? null
}
