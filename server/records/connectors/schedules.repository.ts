/** Schedules of live connectors. Every instant is one of the database's clock (`faults.md` F29). */
import { type Kysely, type Selectable, sql } from 'kysely'

import type { Trigger } from '#contract/connectors/config/config.ts'
import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Schedule } from '#contract/connectors/triggers/trigger.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Row = Selectable<Tables['schedules']>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** The trigger of a version that runs by itself at set times. */
export type Rhythm = Extract<Trigger, { readonly type: 'schedule' }>

/** The next instant after a time, on the grid of an earlier one. */
export type NextInstant = (rhythm: Rhythm, after: Date, grid?: Date) => Date | null

const columnsOf = (rhythm: Rhythm) => ({
  every_seconds: 'cron' in rhythm ? null : rhythm.everySeconds,
  cron: 'cron' in rhythm ? rhythm.cron : null,
  time_zone: 'cron' in rhythm ? (rhythm.timeZone ?? null) : null,
})

const rhythmOf = ({ every_seconds, cron, time_zone }: Pick<Row, 'every_seconds' | 'cron' | 'time_zone'>): Rhythm =>
  cron === null
    ? { type: 'schedule', everySeconds: every_seconds ?? 0 }
    : { type: 'schedule', cron, ...(time_zone === null ? {} : { timeZone: time_zone }) }

const clock = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]?.now ?? new Date()
}

const afresh = { skipped: 0, skipped_since: null, missed: 0, missed_since: null }

/**
 * Gives a connector the schedule of its new version, or none. The same rhythm as before goes on where it is: whoever deploys every half an hour
 * still gets the hourly run.
 */
export async function setSchedule(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  trigger: Trigger,
  next: NextInstant,
): Promise<void> {
  if (trigger.type !== 'schedule') return removeSchedule(db, { companyId, connectorId })
  const row = { ...columnsOf(trigger), next_at: next(trigger, await clock(db)), ...afresh }
  await db
    .insertInto('schedules')
    .values({ connector_id: connectorId, company_id: companyId, ...row })
    .onConflict((on) =>
      on
        .column('connector_id')
        .doUpdateSet({ ...row, last_run_at: null })
        .where(
          sql<boolean>`(schedules.every_seconds, schedules.cron, schedules.time_zone)
            is distinct from (excluded.every_seconds, excluded.cron, excluded.time_zone)`,
        ),
    )
    .execute()
}

/** After a pause: goes on with the next instant from now. What passed meanwhile was not missed, it was not wanted. */
export async function resumeSchedule(db: Db, { companyId, connectorId }: ConnectorKey, next: NextInstant): Promise<void> {
  const row = await db
    .selectFrom('schedules')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  await db
    .updateTable('schedules')
    .set({ ...afresh, next_at: next(rhythmOf(row), await clock(db), row.next_at ?? undefined) })
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .execute()
}

export async function removeSchedule(db: Db, { companyId, connectorId }: ConnectorKey): Promise<void> {
  await db.deleteFrom('schedules').where('company_id', '=', companyId).where('connector_id', '=', connectorId).execute()
}

/** A schedule whose instant has come. */
export type DueSchedule = ConnectorKey & {
  readonly rhythm: Rhythm
  /** The version that runs now. */
  readonly version: number
  readonly dueAt: Date
  readonly now: Date
  /** Whether the run before is still open. */
  readonly isBusy: boolean
}

type DueRow = Pick<Row, 'connector_id' | 'company_id' | 'every_seconds' | 'cron' | 'time_zone'> & {
  readonly live_version: number
  readonly next_at: Date
  readonly now: Date
  readonly is_busy: boolean
}

/**
 * Takes the schedules that are due, the longest due first. Until the transaction ends nobody else starts, pauses or deletes these connectors;
 * those that somebody else works on are left to them. Where tens of thousands are due at once only the first of them are read: companies are compared
 * by a function, for of two equations a planner believes that next to no rows meet both and joins all of them; runs are looked for afterwards.
 */
export async function lockDueSchedules(tx: Db, limit: number): Promise<DueSchedule[]> {
  const { rows } = await sql<DueRow>`
    with due as materialized (
      select s.connector_id, s.company_id, s.every_seconds, s.cron, s.time_zone, s.next_at, c.live_version
      from schedules s join connectors c on c.id = s.connector_id and uuid_eq(c.company_id, s.company_id)
      where s.next_at <= now() and c.status = 'Active' and c.deleted_at is null and c.live_version is not null
      order by s.next_at limit ${limit} for no key update of s, c skip locked)
    select due.*, now() as now, exists (
      select 1 from runs r where r.connector_id = due.connector_id and r.status = any(${[...openRunStates]}) and r.trigger <> 'replay') as is_busy
    from due order by next_at`.execute(tx)
  return rows.map((row) => ({
    connectorId: row.connector_id,
    companyId: row.company_id,
    rhythm: rhythmOf(row),
    version: row.live_version,
    dueAt: row.next_at,
    now: row.now,
    isBusy: row.is_busy,
  }))
}

export type ScheduleStep = {
  readonly connectorId: string
  readonly companyId: string
  readonly nextAt: Date | null
  readonly hasStarted: boolean
  /** Instants between the one that was due and now. */
  readonly missed: number
}

/** Writes down what became of schedules that were locked. */
export async function moveSchedules(tx: Db, steps: readonly ScheduleStep[]): Promise<void> {
  const given = steps.map((it) => ({ i: it.connectorId, o: it.companyId, n: it.nextAt, h: it.hasStarted, m: it.missed }))
  await sql`
    update schedules set next_at = n,
      last_run_at = case when h then now() else last_run_at end,
      skipped = skipped + case when h then 0 else 1 end,
      skipped_since = case when h then skipped_since else coalesce(skipped_since, next_at) end,
      missed = missed + m,
      missed_since = case when m = 0 then missed_since else coalesce(missed_since, next_at) end
    from json_to_recordset(${JSON.stringify(given)}::json) as g(i uuid, o uuid, n timestamptz, h boolean, m int)
    where connector_id = i and company_id = o`.execute(tx)
}

/**
 * Milliseconds until the next schedule is due, null when there is none; and the clock of the database, by which that is. Starts that have been due
 * for over a minute are no reason to look again soon: they belong to connectors that are paused, and there may be thousands of them. The connector
 * is asked for by a subquery and not by a join: a planner that does not know the rows yet would join all of them first.
 */
export async function untilNextDue(db: Db): Promise<{ readonly wait: number | null; readonly now: Date | null }> {
  const { rows } = await sql<{ wait: number | null; now: Date }>`
    select (extract(epoch from (
      select s.next_at from schedules s
      where s.next_at > now() - interval '1 minute' and (
        select c.status = 'Active' and c.deleted_at is null from connectors c where c.id = s.connector_id and c.company_id = s.company_id)
      order by s.next_at limit 1) - clock_timestamp()) * 1000)::float8 as wait, clock_timestamp() as now`.execute(db)
  return { wait: rows[0]?.wait ?? null, now: rows[0]?.now ?? null }
}

/**
 * Brings back schedules whose next start lies too far ahead, because the clock of the database was set back after it was reckoned. The start before
 * the next one was made, and must not be made twice: so the next start may be the first or the second instant from now, and a later one becomes the
 * first. Seconds are compared here; `withCron` looks at every cron expression as well. Returns the connectors whose schedules were brought back.
 */
export function bringBackSchedules(db: Db, next: NextInstant, withCron: boolean): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Omit<DueRow, 'live_version' | 'is_busy'>>`
      select connector_id, company_id, every_seconds, cron, time_zone, next_at, now() as now from schedules
      where next_at > now() and (every_seconds is null and ${withCron} or next_at > now() + 2 * every_seconds * interval '1 second')
      order by connector_id for update skip locked`.execute(tx)
    const far = rows.flatMap((row) => {
      const rhythm = rhythmOf(row)
      const first = next(rhythm, row.now)
      const second = first && next(rhythm, first)
      return first && second && row.next_at > second ? [{ i: row.connector_id, o: row.company_id, n: first }] : []
    })
    if (far.length === 0) return []
    await sql`update schedules set next_at = n from json_to_recordset(${JSON.stringify(far)}::json) as g(i uuid, o uuid, n timestamptz)
      where connector_id = i and company_id = o`.execute(tx)
    return far.map(({ i }) => i)
  })
}

/** Schedules of connectors, by connector; those that have none are missing. */
export async function schedulesOf(
  db: Db,
  companyId: string,
  connectorIds: readonly string[],
): Promise<ReadonlyMap<string, Schedule>> {
  if (connectorIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('schedules')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('connector_id', '=', sql<string>`any(${connectorIds}::uuid[])`)
    .execute()
  const shown = (row: Row): Schedule => ({
    nextRunAt: row.next_at?.toISOString() ?? null,
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    skippedStarts: row.skipped,
    skippedSince: row.skipped_since?.toISOString() ?? null,
    missedStarts: row.missed,
    missedSince: row.missed_since?.toISOString() ?? null,
  })
  return new Map(rows.map((row) => [row.connector_id, shown(row)]))
}
