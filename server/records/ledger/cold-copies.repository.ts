/**
 * What is read of cold weeks is copied into the ledger first, so that lists, search, replay and export read it as they read everything else. The file
 * stays the truth: a copy holds for a day, `dropOldCopies` removes it, and what counts or removes rows leaves copies out.
 */
import { type Kysely, sql } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import { asText, type ColdColumn, type ColdRow, textLiteral } from '../../platform/database/cold/orders.ts'
import { beforeReading } from '../../platform/database/commit.ts'
import { mayBeCold, nameOfWeek, weekOf, weekOfRun } from '../../platform/database/ledger-weeks.ts'
import { addRows } from '../../platform/database/move/rows.repository.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import {
  type ColdFile,
  coldTables,
  type LedgerTable,
  listColdFiles,
  readCold,
  relationFor,
  weeksOf,
} from './cold-files.repository.ts'

type Db = Kysely<Tables>
type PageKey = { readonly r: string; readonly n: number }
type RecordPlace = { readonly runId: string; readonly position: number }

/** Records that are copied for one reader at most. More than these take longer than anybody waits. */
export const copiedMax = 100_000
/** Records, and runs, of one commit. */
const recordsAtOnce = 20_000
const runsAtOnce = 500
/** Hours that a copy holds, and what is left of them when it is used again. */
const [copyHours, leftHours] = [24, 2]

const tooMany = (records: number) =>
  refusal('ledger/cold', {
    message: `This would read ${records.toLocaleString('en')} records from the cold ledger. At most ${copiedMax.toLocaleString('en')} can be read at once. Choose a shorter period or a single run. The operator of this installation can also restore the week.`,
  })

/** Some runs of one week; or some pages of one run. */
type Part = { readonly runIds: readonly string[]; readonly pages?: readonly number[] }
type Week = { readonly companyId: string; readonly week: number; readonly files: readonly ColdFile[] }

type Column = ColdColumn & { readonly isGenerated: boolean }
type Read = { readonly table: LedgerTable; readonly columns: readonly Column[]; readonly rows: readonly ColdRow[] }

/** Files never change, so what columns they have is asked once; so many are remembered. */
const knownMax = 500
const known = new Map<string, Promise<readonly Column[]>>()

/** The columns of a table that its files have. */
function columnsIn(db: Db, table: LedgerTable, relation: string): Promise<readonly Column[]> {
  const before = known.get(relation)
  if (before) return before
  const columns = readColumns(db, table, relation)
  columns.catch(() => known.delete(relation))
  const [oldest] = known.size < knownMax ? [] : known.keys()
  if (oldest !== undefined) known.delete(oldest)
  known.set(relation, columns)
  return columns
}

async function readColumns(db: Db, table: LedgerTable, relation: string): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type, attgenerated <> '' as "isGenerated" from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`.execute(db)
  const described = await readCold(db, `select column_name from (describe select * from ${relation})`, [])
  const there = new Set(described.map(([name]) => name))
  return rows.filter(({ name, isGenerated }) => !isGenerated && there.has(name))
}

/** Transactions first: they say what is needed of attempts and settlements. */
const inOrder = [
  'transactions',
  'source_pages',
  'read_pages',
  'attempts',
  'settlements',
] as const satisfies readonly LedgerTable[]

/** What the files hold of a part, table by table. */
async function readPart(
  db: Db,
  { files }: Week,
  { runIds, pages }: Part,
  tables: readonly LedgerTable[] = inOrder,
): Promise<Read[]> {
  const ofRuns = `run_id in (${runIds.map(textLiteral).join(', ')})`
  const read: Read[] = []
  for (const table of tables) {
    const relation = await relationFor(db, files, table)
    const which = pages ? onPages(table, pages, read[0]) : 'true'
    if (relation === null || which === null) continue
    const columns = await columnsIn(db, table, relation)
    const query = `select ${columns.map(asText).join(', ')} from ${relation} where ${ofRuns} and ${which}`
    read.push({ table, columns, rows: await readCold(db, query, []) })
  }
  return read
}

/** Which rows of a table belong to some pages of a run; null: none. @param lines its transactions, where they were read */
function onPages(table: LedgerTable, pages: readonly number[], lines: Read | undefined): string | null {
  if (table === 'transactions') return `page in (${pages.join(', ')})`
  if (table === 'source_pages' || table === 'read_pages') return `number in (${pages.join(', ')})`
  const values = (name: string) => {
    const at = lines?.columns.findIndex((column) => column.name === name) ?? -1
    return [...new Set(lines?.rows.flatMap((row) => row[at] ?? []))]
  }
  if (table === 'settlements') {
    const ids = values('settlement')
    return ids.length === 0 ? null : `id in (${ids.join(', ')})`
  }
  const positions = values('position').map(Number)
  const [first, last] = [Math.min(...positions), Math.max(...positions)]
  return positions.length === 0 ? null : `position between ${first} and ${last}`
}

/** In one commit: the week is still in files, its copies are written down, and the rows are there. */
async function addPart(db: Db, { companyId, week }: Week, { runIds, pages = [0] }: Part, read: readonly Read[]): Promise<void> {
  const add = async (tx: Db) => {
    const { rows } = await sql`
      select 1 from cold_files where company_id = ${companyId} and week = ${nameOfWeek(week)}::date for share`.execute(tx)
    if (rows.length === 0) return
    await sql`
      insert into cold_copies (company_id, run_id, page, until)
      select ${companyId}, r::uuid, n, now() + ${copyHours} * interval '1 hour'
      from json_array_elements_text(${JSON.stringify(runIds)}::json) as a(r), unnest(${pages}::int[]) as n
      on conflict (company_id, run_id, page) do update set until = excluded.until`.execute(tx)
    for (const { table, columns, rows: added } of read)
      if (added.length > 0) await addRows(tx, { name: table, columns }, added, true)
  }
  return db.isTransaction ? add(db) : db.transaction().execute(add)
}

async function copyPart(db: Db, week: Week, part: Part): Promise<void> {
  await addPart(db, week, part, await readPart(db, week, part))
}

/** A run and how many records are read or kept of it. */
export type Sized = { readonly runId: string; readonly records: number }

/** Copies whole runs of one week, a commit for each portion. */
export async function copyRuns(db: Db, week: Week, runs: readonly Sized[]): Promise<void> {
  let portion: string[] = []
  let records = 0
  const flush = async () => {
    if (portion.length > 0) await copyPart(db, week, { runIds: portion })
    portion = []
    records = 0
  }
  for (const run of runs) {
    if (run.records > recordsAtOnce) await copyLarge(db, week, run.runId)
    else {
      if (portion.length === runsAtOnce || records + run.records > recordsAtOnce) await flush()
      portion.push(run.runId)
      records += run.records
    }
  }
  await flush()
}

const withPages = ['transactions', 'source_pages', 'read_pages'] as const

/** Page by page; what is rare of a run at once. */
async function copyLarge(db: Db, week: Week, runId: string): Promise<void> {
  const runIds = [runId]
  const pages = await relationFor(db, week.files, 'source_pages')
  const sized =
    pages === null
      ? []
      : await readCold(db, `select number::varchar, record_count::varchar from ${pages} where run_id = $1 order by number`, [
          runId,
        ])
  let portion: number[] = []
  let records = 0
  const flush = async () => {
    const part = { runIds, pages: portion }
    if (portion.length > 0) await addPart(db, week, part, await readPart(db, week, part, withPages))
    portion = []
    records = 0
  }
  for (const [number, count] of sized) {
    if (records + Number(count) > recordsAtOnce) await flush()
    portion.push(Number(number))
    records += Number(count)
  }
  await flush()
  await addPart(db, week, { runIds }, await readPart(db, week, { runIds }, ['attempts', 'settlements']))
}

/** Every run that the files of a week hold something of. */
export async function runsInFiles(db: Db, files: readonly ColdFile[]): Promise<Sized[]> {
  const counted: string[] = []
  for (const table of coldTables) {
    const relation = await relationFor(db, files, table)
    const records = table === 'transactions' ? 'count(*)' : '0'
    if (relation !== null) counted.push(`select run_id, ${records} as records from ${relation} group by run_id`)
  }
  if (counted.length === 0) return []
  const query = `select run_id, sum(records)::bigint::varchar from (${counted.join(' union all ')}) group by run_id order by run_id`
  return (await readCold(db, query, [])).map(([runId, records]) => ({ runId: runId ?? '', records: Number(records) }))
}

/** Of some runs those that are not copied as a whole. */
async function notCopied(db: Db, companyId: string, runIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r as id from json_array_elements_text(${JSON.stringify(runIds)}::json) as a(r)
    where not exists (select from cold_copies c where c.company_id = ${companyId} and c.run_id = r::uuid and c.page = 0
      and c.until > now() + ${leftHours} * interval '1 hour')`.execute(db)
  return rows.map(({ id }) => id)
}

/** Weeks of a company that are cold and hold one of some runs; the runs by their week. */
async function coldRuns(db: Db, companyId: string, runIds: readonly string[]) {
  const old = [...new Set(runIds)].filter((id) => mayBeCold(weekOfRun(id)))
  if (old.length === 0) return []
  const weeks = old.map(weekOfRun)
  const files = await listColdFiles(db, { companyId, from: Math.min(...weeks), to: Math.max(...weeks) })
  const byWeek = Map.groupBy(old, weekOfRun)
  return weeksOf(files).flatMap((week) => {
    const ids = byWeek.get(week)
    return ids ? [{ companyId, week, files: files.filter((it) => it.week === week), runIds: ids }] : []
  })
}

/** Copies what is cold of some runs. @throws `ledger/cold` where these are too many records for one reader */
export async function copyColdRuns(db: Db, companyId: string, runIds: readonly string[], max = copiedMax): Promise<void> {
  const portions: { week: Week; runs: Sized[] }[] = []
  let records = 0
  for (const { runIds: ids, ...week } of await coldRuns(db, companyId, runIds)) {
    const missing = await notCopied(db, companyId, ids)
    if (missing.length === 0) continue
    const lines = await relationFor(db, week.files, 'transactions')
    const counts = new Map(
      lines === null
        ? []
        : ((await readCold(
            db,
            `select run_id, count(*)::varchar from ${lines} where run_id in (${missing.map(textLiteral).join(', ')}) group by run_id`,
            [],
          )) as [string, string][]),
    )
    const runs = missing.map((runId) => ({ runId, records: Number(counts.get(runId) ?? 0) }))
    records += runs.reduce((sum, run) => sum + run.records, 0)
    portions.push({ week, runs })
  }
  if (records > max) throw tooMany(records)
  if (portions.length > 0)
    await beforeReading(db, async (writing) => {
      for (const { week, runs } of portions) await copyRuns(writing, week, runs)
    })
}

/** Copies what is cold of some pages of runs, by run and number. */
export async function copyColdPages(db: Db, companyId: string, pages: readonly PageKey[]): Promise<void> {
  const weeks = await coldRuns(
    db,
    companyId,
    pages.map(({ r }) => r),
  )
  for (const { runIds, ...week } of weeks)
    for (const runId of await notCopied(db, companyId, runIds)) {
      const wanted = pages.flatMap(({ r, n }) => (r === runId ? [n] : []))
      const { rows } = await sql<{ n: number }>`
        select n from unnest(${wanted}::int[]) as n where not exists (select from cold_copies c where c.company_id = ${companyId}
          and c.run_id = ${runId} and c.page = n and c.until > now() + ${leftHours} * interval '1 hour')`.execute(db)
      const missing = [...new Set(rows.map(({ n }) => n))]
      if (missing.length > 0) await beforeReading(db, (writing) => copyPart(writing, week, { runIds: [runId], pages: missing }))
    }
}

/** Copies the pages that hold some records, where they are cold. */
export async function copyColdRecords(db: Db, companyId: string, records: readonly RecordPlace[]): Promise<void> {
  const weeks = await coldRuns(
    db,
    companyId,
    records.map(({ runId }) => runId),
  )
  for (const { runIds, ...week } of weeks) {
    const missing = new Set(await notCopied(db, companyId, runIds))
    const wanted = records.filter(({ runId }) => missing.has(runId))
    const relation = wanted.length === 0 ? null : await relationFor(db, week.files, 'source_pages')
    if (relation === null) continue
    const places = wanted.map(({ runId, position }) => `(${textLiteral(runId)}, ${position})`).join(', ')
    const ids = [...new Set(wanted.map(({ runId }) => textLiteral(runId)))].join(', ')
    const found = await readCold(
      db,
      `select distinct p.run_id, p.number::varchar from ${relation} p join (values ${places}) as k(r, n)
        on p.run_id = k.r and k.n between p.first_position and p.first_position + p.record_count - 1 where p.run_id in (${ids})`,
      [],
    )
    await copyColdPages(
      db,
      companyId,
      found.map(([r, n]) => ({ r: r ?? '', n: Number(n) })),
    )
  }
}

/** Digits of a transaction's id that are of its run; the rest is the place of the record in it. */
const runDigits = 28

/** Copies the pages that hold some transactions, by their ids, where they are cold. */
export async function copyColdTransactions(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  const old = ids.flatMap((id) => {
    const prefix = id.slice(0, runDigits)
    return mayBeCold(weekOfRun(prefix))
      ? [{ f: `${prefix}00000000`, t: `${prefix}ffffffff`, p: Number.parseInt(id.slice(runDigits), 16) }]
      : []
  })
  if (old.length === 0) return
  const { rows } = await sql<RecordPlace>`
    select r.id as "runId", k.p as position from json_to_recordset(${JSON.stringify(old)}::json) as k(f uuid, t uuid, p int8)
    join runs r on r.id between k.f and k.t and r.company_id = ${companyId}`.execute(db)
  await copyColdRecords(db, companyId, rows)
}

/** Records under one key that are copied at most, the newest first. */
const sameKeyMax = 200

/** Copies the pages that hold records with some keys, in all cold weeks of a time (milliseconds). */
export async function copyColdKeys(
  db: Db,
  time: { readonly companyId: string; readonly from?: number | undefined; readonly to?: number | undefined },
  keys: readonly string[],
): Promise<void> {
  const relation = await relationFor(db, await listColdFiles(db, time), 'transactions')
  if (relation === null || keys.length === 0) return
  const found = await readCold(
    db,
    `select run_id, position::varchar from ${relation} where record_key in (${keys.map(textLiteral).join(', ')})
      order by run_id desc, position desc limit ${sameKeyMax}`,
    [],
  )
  await copyColdRecords(
    db,
    time.companyId,
    found.map(([runId, position]) => ({ runId: runId ?? '', position: Number(position) })),
  )
}

/** Keys that several records of one cold run have, of some runs; runs of events are left out (`sharedKeys`). */
export async function coldSharedKeys(
  db: Db,
  companyId: string,
  runIds: readonly string[],
  keys: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  if (keys.length === 0) return found
  for (const { files, runIds: ids } of await coldRuns(db, companyId, runIds)) {
    const { rows } = await sql<{ id: string }>`
      select id from runs where company_id = ${companyId} and id = any(${ids}::uuid[]) and trigger <> 'webhook'`.execute(db)
    const relation = rows.length === 0 ? null : await relationFor(db, files, 'transactions')
    if (relation === null) continue
    const shared = await readCold(
      db,
      `select distinct record_key from (select run_id, record_key from ${relation}
        where run_id in (${rows.map(({ id }) => textLiteral(id)).join(', ')}) and status not in ('skipped', 'left-out')
          and record_key in (${keys.map(textLiteral).join(', ')}) group by run_id, record_key having count(*) > 1)`,
      [],
    )
    found.push(...shared.map(([key]) => key ?? ''))
  }
  return found
}

/** Copies of a run are no longer needed by a job; they are removed with the next pass. */
export async function endColdCopies(db: Db, companyId: string, runId: string): Promise<void> {
  if (!mayBeCold(weekOfRun(runId))) return
  await sql`update cold_copies set until = now() where company_id = ${companyId} and run_id = ${runId}`.execute(db)
}

/** Removes copies that nobody has used for a day. @returns how many runs they were of */
export async function dropOldCopies(db: Db): Promise<number> {
  // company_id is not asked: copies of all companies grow old.
  const { rows } = await sql<{ company_id: string; run_id: string }>`
    select company_id, run_id from cold_copies group by 1, 2 having max(until) < now() order by 2 limit 1000`.execute(db)
  for (const { company_id: companyId, run_id: runId } of rows)
    await db.transaction().execute(async (tx) => {
      const week = nameOfWeek(weekOf(weekOfRun(runId)))
      await sql`select 1 from cold_files where company_id = ${companyId} and week = ${week}::date for update`.execute(tx)
      const { rows: still } = await sql`
        select 1 from cold_copies where company_id = ${companyId} and run_id = ${runId} having max(until) < now()`.execute(tx)
      if (still.length === 0) return
      for (const table of coldTables)
        await sql`delete from ${sql.table(table)} where company_id = ${companyId} and run_id = ${runId}`.execute(tx)
      await sql`delete from cold_copies where company_id = ${companyId} and run_id = ${runId}`.execute(tx)
    })
  return rows.length
}
