/**
 * The ledger by weeks: a row lies in the partition of the week in which its run was opened, as the run's id says (UUID version 7 begins with the
 * milliseconds since 1970). A retention period ends with dropped partitions and not with deleted rows.
 */
import { type Kysely, sql } from 'kysely'
import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import { firstIdAt, idsOfWeek, nameOfWeek, week, weekOf } from '../../platform/database/ledger-weeks.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { retentionDays } from './ledger-sums.repository.ts'

// Runs of the past whose records are still needed.

/**
 * Whether the next run of the connector reads in the records of the run `r` what it has to send first, or what of that was sent since
 * (`unsent.repository.ts`): without them it would lose records, or send them twice.
 */
export const isNeeded = sql`(exists (select 1 from connectors k where k.id = r.connector_id and k.deleted_at is null) and (r.unsent > 0
  or exists (select 1 from carried_records c join runs o on o.id = c.from_run where c.run_id = r.id and o.unsent > 0)
  or exists (
    select 1 from replays y join replay_lines l on l.replay_id = y.id join runs o on o.id = l.root_run where y.run_id = r.id and o.unsent > 0)))`

type Db = Kysely<Tables>

export { firstIdAt }

/** Tables that are partitioned by `run_id`; each has a partition `<table>_rest` for what belongs to no week. */
export const ledgerTables = ['source_pages', 'read_pages', 'transactions', 'attempts', 'settlements'] as const

/** Any number, the same in every process; another than that of the migrations. */
const advisoryLock = 6_311_980
/** Milliseconds that those who use a table are made to wait behind a change of its partitions. */
const lockLimit = 3_000

/** The partition of a table that holds a week. */
export const partitionOf = (table: string, begins: number) => `${table}_w${nameOfWeek(begins).replaceAll('-', '')}`

const suffix = /_w(\d{4})(\d{2})(\d{2})$/
export const beginOf = (name: string): number | null => {
  const [, year, month, date] = suffix.exec(name) ?? []
  return year === undefined ? null : Date.parse(`${year}-${month}-${date}T00:00:00Z`)
}

type Partition = { readonly name: string; readonly rows: number }

/** Partitions of weeks; `rows` is what the database estimates: at its last analysis, else by its statistics, which may count twice what came in during one. */
export async function partitionsOf(db: Db, table: string): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select c.relname as name, case when c.reltuples >= 0 then c.reltuples::int8 else pg_stat_get_live_tuples(c.oid) end as rows
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table}) order by c.relname`.execute(db)
  return rows.filter(({ name }) => beginOf(name) !== null)
}

/** One change of the partitions at a time among all processes, given up when the table stays in use. */
export const changing = <T>(db: Db, change: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx)
    await sql`select set_config('lock_timeout', ${`${lockLimit}ms`}, true)`.execute(tx)
    return change(tx)
  })

/** Makes the partition of a week; rows of that week which lie in the rest move into it. False when it was there. */
export async function addWeek(db: Db, table: string, begins: number): Promise<boolean> {
  const name = partitionOf(table, begins)
  const [from, to] = idsOfWeek(begins)
  return changing(db, async (tx) => {
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(tx)
    if (rows[0]?.there) return false
    const [parent, partition, rest] = [sql.table(table), sql.table(name), sql.table(`${table}_rest`)]
    // As the rest, so that storage and compression are the same; the indexes come with the attachment.
    await sql`create table ${partition} (like ${rest} including defaults including constraints including storage including compression)`.execute(
      tx,
    )
    await sql`
      with moved as (delete from ${rest} where run_id >= ${from}::uuid and run_id < ${to}::uuid returning *)
      insert into ${partition} select * from moved`.execute(tx)
    await sql`alter table ${parent} attach partition ${partition} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
      tx,
    )
    return true
  })
}

/**
 * Makes the partitions of this week and of those ahead; safe to repeat, in any number of processes.
 * @returns the names of those that were made now.
 */
export async function ensurePartitions(
  db: Db,
  now: Date,
  weeksAhead: number,
  tables: readonly string[] = ledgerTables,
): Promise<string[]> {
  const made: string[] = []
  for (const table of tables) {
    const there = new Set((await partitionsOf(db, table)).map(({ name }) => name))
    for (let ahead = 0; ahead <= weeksAhead; ahead += 1) {
      const begins = weekOf(now.getTime() + ahead * week)
      const name = partitionOf(table, begins)
      if (!there.has(name) && (await addWeek(db, table, begins))) made.push(name)
    }
  }
  return made
}

/** Weeks after this one that stand ready in every table of the ledger. */
export async function countWeeksAhead(db: Db, now: number): Promise<number> {
  const ahead = await Promise.all(
    ledgerTables.map(
      async (table) => (await partitionsOf(db, table)).filter(({ name }) => (beginOf(name) ?? 0) > weekOf(now)).length,
    ),
  )
  return Math.min(...ahead)
}

/** What was removed: a partition, or rows of the rest. `rows` is an estimate for a partition. */
export type Removed = { readonly table: string; readonly partition: string; readonly rows: number }
export type Dropped = {
  readonly removed: readonly Removed[]
  /** Weeks that stay because a run of them is still open; each by its beginning. */
  readonly kept: readonly Date[]
}

export const isOpen = sql`status in (${sql.join(openRunStates.map((it) => sql.lit(it)))})`

/** Drops the weeks that were over at an instant. A week stays whole with a run that is still open, or whose records the next run sends first. */
export async function dropPartitionsBefore(db: Db, instant: Date, tables: readonly string[] = ledgerTables): Promise<Dropped> {
  const limit = weekOf(instant.getTime())
  const removed: Removed[] = []
  const kept = new Set<number>()
  for (const table of tables) {
    for (const { name, rows } of await partitionsOf(db, table)) {
      const begins = beginOf(name) ?? limit
      if (begins >= limit) continue
      const isDropped = await changing(db, (tx) => dropWeek(tx, name, begins))
      if (isDropped) removed.push({ table, partition: name, rows })
      else kept.add(begins)
    }
    removed.push(...(await emptyRest(db, table, limit)))
  }
  return { removed, kept: [...kept].toSorted((a, b) => a - b).map((at) => new Date(at)) }
}

async function dropWeek(tx: Db, name: string, begins: number): Promise<boolean> {
  const [from, to] = idsOfWeek(begins)
  // company_id is not asked: a partition holds the weeks of all companies.
  const { rows } =
    await sql`select 1 from runs r where r.id >= ${from}::uuid and r.id < ${to}::uuid and (${isOpen} or ${isNeeded}) limit 1`.execute(
      tx,
    )
  if (rows.length > 0) return false
  await sql`drop table if exists ${sql.table(name)}`.execute(tx)
  return true
}

/** Rows of the rest that are as old: of before there were partitions. */
async function emptyRest(db: Db, table: string, limit: number): Promise<Removed[]> {
  const partition = `${table}_rest`
  const { numAffectedRows } = await sql`
    delete from ${sql.table(partition)} where run_id < ${firstIdAt(new Date(limit))}::uuid
      and not exists (select 1 from runs r where r.id = run_id and (${isOpen} or ${isNeeded}))`.execute(db)
  const rows = Number(numAffectedRows ?? 0n)
  return rows === 0 ? [] : [{ table, partition, rows }]
}

// Narrow sums of the ledger are removed when nobody can ask for them any more; the wide ones hold the same.

/** Rows of one statement, which has a limit of time. */
const atOnce = 20_000

/** @returns how many sums were removed. */
export async function forgetOldSums(db: Kysely<Tables>, now = new Date()): Promise<number> {
  let removed = 0
  for (const table of ['connector_sums', 'owner_sums', 'company_sums'] as const) {
    for (const [width, days] of Object.entries(retentionDays)) {
      for (let last = atOnce; last === atOnce; removed += last) {
        // company_id is not asked: the sums of all companies grow old.
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ctid = any(array(
            select ctid from ${sql.table(table)}
            where width = ${Number(width)} and at < ${now}::timestamptz - ${days} * interval '1 day' limit ${atOnce}))`.execute(
          db,
        )
        last = Number(numAffectedRows ?? 0n)
      }
    }
  }
  return removed
}
