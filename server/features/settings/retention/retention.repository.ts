/** Reports of what was removed, the archives that were written before, and whose night it is. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { type RetentionArea, retentionLimits } from '#contract/settings/retention/retention-limits.ts'
import {
  type RetentionReportMove,
  type RetentionReportState,
  retentionReportLifecycle,
} from '#contract/settings/retention/retention-report.lifecycle.ts'
import { hasNoJob, sendJob } from '../../../platform/database/job-queues.ts'
import { jsonText } from '../../../platform/database/json-text.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
export type Report = Selectable<Tables['retention_reports']>
/** A file that was written and read back. */
export type Written = {
  readonly id: string
  /** Lines. */
  readonly records: number
  /** Of the compressed file. */
  readonly bytes: number
  /** Of the lines. */
  readonly sha256: string
}

export type Archive = Selectable<Tables['retention_archives']>

/** The date of the night that is, or the last that was. */
const night = sql`((now() at time zone 'UTC') - ${retentionLimits.hour}::int * interval '1 hour')::date`

/**
 * Queues a job for each company whose night has not begun, or that has something to remove, where it has none. A night that lies ahead was begun while
 * the clock was ahead: it counts for nothing.
 */
export async function sweepRetention(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id from companies c left join retention_nights n on n.company_id = c.id
    where (((n.company_id is null or n.night <> ${night}) and c.status not in ('deleting', 'deleted'))
        or exists (select from retention_reports r where r.company_id = c.id and r.status = 'removing'))
      and (n.lease_until is null or n.lease_until <= now() or n.lease_until > now() + interval '1 hour')
      and ${hasNoJob(['company-retention'], sql.ref('c.id'))} order by c.id`.execute(db)
  for (const { id } of rows) await sendJob(db, 'company-retention', { id })
}

/** The processes that held companies are gone: to be called where no other process uses the database. */
export async function endRetentionLeases(db: Db): Promise<void> {
  await sql`update retention_nights set lease_until = now() where lease_until > now()`.execute(db)
}

export async function nextNight(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ((${night} + 1)::timestamp + ${retentionLimits.hour}::int * interval '1 hour') at time zone 'UTC' as at`.execute(db)
  return rows[0]?.at ?? new Date(Number.NaN)
}

/** Takes the work on a company for one process; what a process left that died is taken after its lease. */
export async function takeLease(db: Db, companyId: string, leaseMs: number): Promise<boolean> {
  const until = sql`now() + ${leaseMs}::int * interval '1 millisecond'`
  const { rows } = await sql`
    insert into retention_nights as n (company_id, night, lease_until) values (${companyId}, ${night}, ${until})
    on conflict (company_id) do update set lease_until = ${until}
      where n.lease_until <= now() or n.lease_until > ${until} returning 1`.execute(db)
  return rows.length > 0
}

export async function keepLease(db: Db, companyId: string, leaseMs: number): Promise<void> {
  await sql`update retention_nights set lease_until = now() + ${leaseMs}::int * interval '1 millisecond'
    where company_id = ${companyId}`.execute(db)
}

export async function endLease(db: Db, companyId: string): Promise<void> {
  await sql`update retention_nights set lease_until = now() where company_id = ${companyId}`.execute(db)
}

/** Whether this night has not begun; a company that is seen first begins with the next night. */
export async function isNightDue(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from retention_nights where company_id = ${companyId} and night <> ${night}`.execute(db)
  return rows.length > 0
}

/** False where it was begun before. */
export async function beginNight(tx: Db, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    update retention_nights set night = ${night} where company_id = ${companyId} and night <> ${night} returning 1`.execute(tx)
  return rows.length > 0
}

type NewReport = {
  readonly companyId: string
  readonly area: RetentionArea
  readonly status: Report['status']
  readonly cutoff: Date
  readonly due: number
  readonly total: number
}

export async function forgetHeld(db: Db, companyId: string, area: RetentionArea): Promise<void> {
  await db
    .deleteFrom('retention_reports')
    .where('company_id', '=', companyId)
    .where('area', '=', area)
    .where('status', '=', 'held')
    .execute()
}

/** What was held for the same area before is over: the newer one counts more. */
export async function addReport(db: Db, { companyId, area, ...it }: NewReport): Promise<string> {
  const id = uuid()
  await forgetHeld(db, companyId, area)
  await db
    .insertInto('retention_reports')
    .values({ id, company_id: companyId, area, ...it, began_at: sql<Date>`now()` })
    .execute()
  return id
}

/** Adds to what was removed for a report. */
export async function noteRemoved(
  db: Db,
  companyId: string,
  id: string,
  removed: Readonly<Record<string, number>>,
): Promise<void> {
  await db
    .updateTable('retention_reports')
    .set({ removed: jsonText(removed) })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .execute()
}

type Outcome = {
  readonly move: 'job.done' | 'job.failed'
  readonly removed: Readonly<Record<string, number>>
  readonly kept: Readonly<Record<string, number>>
  readonly error: string | null
}

const after = (move: RetentionReportMove['type']) =>
  moved(
    retentionReportLifecycle,
    statesAllowing(retentionReportLifecycle, move)[0] as RetentionReportState,
    { type: move },
    undefined,
  ) as RetentionReportState

/** False where it has ended before. */
export async function endReport(
  db: Db,
  companyId: string,
  id: string,
  { move, removed, kept, error }: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('retention_reports')
    .set({ status: after(move), removed: jsonText(removed), kept: jsonText(kept), error, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', '=', 'removing')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False where it is not held. */
export async function confirmReport(tx: Db, companyId: string, id: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('retention_reports')
    .set({ status: after('user.confirmed'), confirmed_by: userId, confirmed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', '=', 'held')
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await sendJob(tx, 'company-retention', { id: companyId })
  return numUpdatedRows === 1n
}

export const listToRemove = (db: Db, companyId: string): Promise<Report[]> =>
  db
    .selectFrom('retention_reports')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('status', '=', 'removing')
    .orderBy('began_at')
    .execute()

export async function addArchive(
  db: Db,
  { companyId, reportId, area, written }: { companyId: string; reportId: string; area: RetentionArea; written: Written },
): Promise<void> {
  await db
    .insertInto('retention_archives')
    .values({ ...written, company_id: companyId, report_id: reportId, area })
    .execute()
}

export type ReportRow = Report & { readonly confirmedBy: string | null; readonly archives: readonly Archive[] }

async function withArchives(
  db: Db,
  companyId: string,
  reports: readonly (Report & { confirmedBy: string | null })[],
): Promise<ReportRow[]> {
  const ids = reports.map(({ id }) => id)
  const archives =
    ids.length === 0
      ? []
      : await db
          .selectFrom('retention_archives')
          .selectAll()
          .where('company_id', '=', companyId)
          .where('report_id', 'in', ids)
          .orderBy('created_at')
          .execute()
  return reports.map((report) => ({ ...report, archives: archives.filter(({ report_id: of }) => of === report.id) }))
}

const reportsOf = (db: Db, companyId: string) =>
  db
    .selectFrom('retention_reports as r')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'r.confirmed_by').onRef('u.company_id', '=', 'r.company_id'))
    .selectAll('r')
    .select(sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('confirmedBy'))
    .where('r.company_id', '=', companyId)

export async function findReport(db: Db, companyId: string, id: string): Promise<ReportRow | null> {
  const [report] = await withArchives(db, companyId, await reportsOf(db, companyId).where('r.id', '=', id).execute())
  return report ?? null
}

export async function listReports(
  db: Db,
  companyId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly ReportRow[]; readonly total: number }> {
  const { total } = await db
    .selectFrom('retention_reports')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const reports = await reportsOf(db, companyId)
    .orderBy('r.began_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows: await withArchives(db, companyId, reports), total }
}

/** Archives that are kept long enough. @returns their ids */
export async function forgetArchives(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from retention_archives where company_id = ${companyId}
      and created_at < now() - ${retentionLimits.archiveDays}::int * interval '1 day' returning id`.execute(db)
  return rows.map(({ id }) => id)
}
