/** Files with everything of a company. Times are the database's; a file that is being made belongs to one attempt of one process. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { exportLinkSeconds, exportRetentionDays } from '#contract/admin/customer-limits.ts'
import { type DataFileMove, dataFileLifecycle } from '#contract/kit/files/data-file.lifecycle.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { sendJob } from '../../../platform/database/job-queues.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { JobRows } from '../../../platform/jobs/job-rows.repository.ts'

type Db = Kysely<Tables>
type Status = Selectable<Tables['company_exports']>['status']

const after = (from: 'queued' | 'ready', type: DataFileMove['type']) =>
  moved(dataFileLifecycle, from, { type }, undefined) as Status

export async function findExport(db: Db, companyId: string) {
  const row = await db
    .selectFrom('company_exports as e')
    .leftJoin('users as u', 'u.id', 'e.requested_by')
    .select(['e.id', 'e.status', 'e.requested_at', 'e.bytes', 'e.lines', 'e.expires_at'])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('by'))
    .where('e.company_id', '=', companyId)
    .orderBy('e.requested_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The one before it is gone. False where one is being made. */
export async function queueExport(tx: Db, it: { id: string; companyId: string; userId: string }): Promise<boolean> {
  const { id, companyId, userId } = it
  const ready = await tx
    .updateTable('company_exports')
    .set({ status: after('ready', 'user.repeated'), status_since: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('status', 'in', statesAllowing(dataFileLifecycle, 'user.repeated') as Status[])
    .returning('id')
    .execute()
  for (const row of ready) await removeParts(tx, row.id)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('company_exports')
    .values({ id, company_id: companyId, requested_by: userId })
    .onConflict((on) => on.column('company_id').where('status', '=', 'queued').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await sendJob(tx, 'company-export', { id })
  return true
}

export type ExportAttempt = { readonly id: string; readonly companyId: string; readonly attempt: number }

export const exportRows: JobRows<'company_exports'> = {
  ...{ queue: 'company-export', table: 'company_exports', isOpen: sql`company_exports.status = 'queued'` },
}

/** Adds a part. False where another attempt has begun meanwhile. */
export async function addPart(
  tx: Db,
  { id, companyId, attempt }: ExportAttempt,
  { part, content, lines }: { part: number; content: Buffer; lines: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('company_exports')
    .set({ lines })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await tx.insertInto('company_export_parts').values({ export_id: id, company_id: companyId, part, content }).execute()
  return true
}

export async function removeParts(db: Db, id: string): Promise<void> {
  await db.deleteFrom('company_export_parts').where('export_id', '=', id).execute()
}

export async function endExport(db: Db, { id, attempt }: ExportAttempt, lines: number, bytes: number): Promise<void> {
  await db
    .updateTable('company_exports')
    .set({ status: after('queued', 'job.made'), status_since: sql<Date>`now()`, lines, bytes })
    .set({ expires_at: sql<Date>`now() + ${exportRetentionDays} * interval '1 day'` })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('status', '=', 'queued')
    .execute()
}

export async function giveExportUp(db: Db, { id }: Pick<ExportAttempt, 'id'>): Promise<void> {
  await removeParts(db, id)
  await db
    .updateTable('company_exports')
    .set({ status: after('queued', 'job.gaveUp'), status_since: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

export async function expireExports(db: Db): Promise<void> {
  const rows = await db
    .updateTable('company_exports')
    .set({ status: after('ready', 'clock.expired'), status_since: sql<Date>`now()` })
    .where('status', '=', 'ready')
    .where('expires_at', '<=', sql<Date>`now()`)
    .returning('id')
    .execute()
  for (const { id } of rows) await removeParts(db, id)
}

/** Of the newest one, where it is ready. @returns its id, null where there is none to download */
export async function setLink(tx: Db, companyId: string, hash: string, by: string): Promise<string | null> {
  const row = await tx
    .updateTable('company_exports')
    .set({ link_hash: hash, link_until: sql<Date>`now() + ${exportLinkSeconds} * interval '1 second'`, link_by: by })
    .where('company_id', '=', companyId)
    .where('status', '=', 'ready')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Of which company the file is, its size and who made the link; null where the link does not hold. */
export async function findByLink(db: Db, id: string, hash: string) {
  const row = await db
    .selectFrom('company_exports as e')
    .innerJoin('users as u', 'u.id', 'e.link_by')
    .select(['e.company_id as companyId', 'e.bytes', 'u.id as operatorId', 'u.company_id as operatorCompany'])
    .where('e.id', '=', id)
    .where('e.link_hash', '=', hash)
    .where('e.link_until', '>', sql<Date>`now()`)
    .where('e.status', '=', 'ready')
    .executeTakeFirst()
  return row ? { ...row, bytes: Number(row.bytes) } : null
}

/** @throws where another export takes its place meanwhile: a file that is cut off does not look like a whole one. */
export async function* partsOf(db: Db, id: string, bytes: number): AsyncGenerator<Buffer> {
  let sent = 0
  for (let part = 0; sent < bytes; part += 1) {
    const row = await db
      .selectFrom('company_export_parts')
      .select('content')
      .where('export_id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!row) throw new Error('The file was removed during the download.')
    sent += row.content.length
    yield row.content
  }
}
