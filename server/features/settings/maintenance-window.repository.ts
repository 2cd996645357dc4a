/** The planned maintenance of a company. Its ends are typed by the clock of the company's time zone, and kept as instants. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { MaintenanceWindow } from '#contract/settings/maintenance-window.ts'
import { sendJob } from '../../platform/database/job-queues.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

const clock = 'YYYY-MM-DD"T"HH24:MI'

/** By the clock of the zone; null where none is planned, or it is over. */
export async function findWindow(db: Db, companyId: string, zone: string): Promise<MaintenanceWindow | null> {
  const { rows } = await sql<MaintenanceWindow>`
    select to_char(window_from at time zone ${zone}, ${clock}) as "from", to_char(window_until at time zone ${zone}, ${clock}) as until,
      window_message as message
    from companies where id = ${companyId} and window_until > now()`.execute(db)
  return rows[0] ?? null
}

/** Null removes it. @returns false where the window is over already, longer than `daysMax`, or ends before it begins. */
export async function saveWindow(
  tx: Db,
  companyId: string,
  window: MaintenanceWindow | null,
  { zone, daysMax }: { readonly zone: string; readonly daysMax: number },
): Promise<boolean> {
  if (window === null) {
    await sql`update companies set window_from = null, window_until = null, window_message = null, window_begun = false
      where id = ${companyId}`.execute(tx)
    return true
  }
  const instant = (text: string) => sql`(${text}::timestamp at time zone ${zone})`
  const [from, until] = [instant(window.from), instant(window.until)]
  const { numAffectedRows } = await sql`
    update companies set window_from = ${from}, window_until = ${until}, window_message = ${window.message},
      window_begun = window_begun and ${from} <= now()
    where id = ${companyId} and ${until} > now() and ${from} < ${until}
      and ${until} <= ${from} + ${daysMax} * interval '1 day'`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await queueJobs(tx, sql`companies where id = ${companyId}`)
  return true
}

/** Jobs that note when the planned windows begin and end, by the clock of the database; a millisecond later, so that no rounding makes them early. */
async function queueJobs(tx: Db, windows: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ begin: number; end: number }>`
    select extract(epoch from window_from - now())::float8 * 1000 as begin,
      extract(epoch from window_until - now())::float8 * 1000 as end
    from ${windows} and window_until is not null`.execute(tx)
  for (const { begin, end } of rows)
    for (const at of [begin, end]) await sendJob(tx, 'maintenance-window', null, { after: at + 1 })
}

/** Call it in the commit that plans the window of the installation. */
export const queueInstallationWindow = (tx: Db): Promise<void> => queueJobs(tx, sql`installation where true`)

export type Announced = {
  readonly from: Date
  readonly until: Date
  readonly message: string
  readonly ofInstallation: boolean
  readonly isRunning: boolean
}

/** The windows that run, or begin within so many hours: of the company and of the installation, the one that begins first before the other. */
export async function listAnnounced(db: Db, companyId: string, hours: number): Promise<Announced[]> {
  const window = sql`window_from as "from", window_until as until, window_message as message, window_from <= now() as "isRunning"`
  const near = sql`window_until > now() and window_from <= now() + ${hours} * interval '1 hour'`
  const { rows } = await sql<Announced>`
    select ${window}, false as "ofInstallation" from companies where id = ${companyId} and ${near}
    union all select ${window}, true from installation where ${near} order by 1, 5 desc`.execute(db)
  return rows
}

/** What the operator says now to all companies, until a person ends it; null while nothing. */
export async function findMessageToAll(db: Db): Promise<string | null> {
  const row = await db.selectFrom('installation').select('maintenance_message as message').executeTakeFirst()
  return row?.message ?? null
}

/** What the company has switched on itself; null while it is off. */
export async function findOwnMessage(db: Db, companyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('companies')
    .select('maintenance_message as message')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row?.message ?? null
}

/**
 * Notes which windows began and which are over, each once: as events of webhooks, and for runs that waited. Who may come in depends on the time alone.
 * @returns how many are over
 */
export async function moveWindows(db: Db): Promise<number> {
  await sql`update companies set window_begun = true where window_from <= now() and now() < window_until and not window_begun`.execute(
    db,
  )
  const { numAffectedRows = 0n } = await sql`
    update companies set window_from = null, window_until = null, window_message = null, window_begun = false
    where window_until <= now()`.execute(db)
  const { numAffectedRows: ofAll = 0n } = await sql`
    update installation set window_from = null, window_until = null, window_message = null where window_until <= now()`.execute(
    db,
  )
  return Number(numAffectedRows + ofAll)
}
