/** Closed weeks of the ledger become files, and come back. Decision 0097. */
import type { Kysely } from 'kysely'
import { v4 as newId } from 'uuid'
import { type Cold, coldOf, orUnreadable, removeColdFiles } from '../../platform/database/cold/cold.ts'
import type { Ask } from '../../platform/database/cold/parquet.ts'
import { nameOfWeek, weekOf } from '../../platform/database/ledger-weeks.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { copyRuns, runsInFiles } from '../../records/ledger/cold-copies.repository.ts'
import {
  coldTables,
  companiesWithFiles,
  forgetColdWeek,
  type LedgerTable,
  listColdFiles,
  type NewColdFile,
  namedFiles,
  takeCopiesOver,
  weeksOf,
} from '../../records/ledger/cold-files.repository.ts'
import { columnsOf, exchangeWeek, isComplete, marksOf, rowsOfRuns, runsOfWeek, whyKept } from './cold-weeks.repository.ts'
import { addWeek } from './partitions.repository.ts'

type Db = Kysely<Tables>
type Step = 'written' | 'exchanged' | 'copied' | 'restored'
export type ColdWork = {
  readonly db: Db
  /** True ends the work between two steps. */
  readonly isOver?: () => boolean
  /** Called after each step, for tests that end the process there. */
  readonly after?: (step: Step) => void
}
export type Frozen = { readonly kept: string | null; readonly companies: number; readonly rows: number; readonly bytes: number }

/** Exchanges the partitions of a week for files that were read back. What is interrupted leaves the partitions as they are. */
export async function freezeWeek({ db, isOver = () => false, after = () => {} }: ColdWork, begins: number): Promise<Frozen> {
  const nothing = { companies: 0, rows: 0, bytes: 0 }
  const why = await whyKept(db, begins)
  if (why !== null) return { kept: why, ...nothing }
  const cold = coldOf(db)
  const runs = await runsOfWeek(db, begins)
  const before = await db.transaction().execute((tx) => marksOf(tx, begins))
  const files: NewColdFile[] = []
  // What throws may have been committed all the same: its files are left to `removeLeftFiles`, which asks the list.
  const leave = async (kept: string): Promise<Frozen> => {
    await removeColdFiles(
      db,
      files.map(({ file }) => file),
    )
    return { kept, ...nothing }
  }
  for (const [companyId, runIds] of runs)
    for (const table of coldTables) {
      if (isOver()) return leave('the process is being stopped')
      const file = await orUnreadable(() => writeFile(db, cold, { companyId, begins, table }, runIds))
      if (file !== null) files.push(file)
    }
  after('written')
  const kept = await exchangeWeek(db, { begins, before, files, companies: new Set(runs.keys()) })
  if (kept !== null) return leave(kept)
  after('exchanged')
  const sum = (of: 'rows' | 'bytes') => files.reduce((all, it) => all + it[of], 0)
  return { kept: null, companies: runs.size, rows: sum('rows'), bytes: sum('bytes') }
}

type Place = { readonly companyId: string; readonly begins: number; readonly table: LedgerTable }

/** Writes a table of a company's week and reads it back; null where it has no rows. @throws where the file holds something else than was written */
async function writeFile(db: Db, { store, writer }: Cold, place: Place, runIds: readonly string[]): Promise<NewColdFile | null> {
  const { companyId, begins, table } = place
  const columns = await columnsOf(db, table)
  const name = `${nameOfWeek(begins)}-${table}-${newId()}.parquet`
  const [path, scratch] = [await store.scratch(name), await store.scratch(`${name}.db`)]
  const write = async (ask: Ask) => {
    await ask('begin', { columns, scratch })
    for await (const rows of rowsOfRuns(db, { ...place, columns }, runIds)) await ask('add', { rows })
    return ask('end', { path })
  }
  const written = await writer.use(write)
  const file = `${companyId}/${name}`
  const stored = await store.put(path, file)
  if (written.rows === 0) {
    await store.remove(file)
    return null
  }
  const kept = await store.pathOf(file)
  const found = await writer.use((ask) => ask('sum', { path: kept, columns }))
  if (found.rows !== written.rows || found.hash !== written.hash)
    throw new Error(
      `The file ${file} of the cold ledger differs from the rows that were written. The week stays in the database.`,
    )
  return { companyId, week: begins, table, file, rows: written.rows, ...stored }
}

type WeekOf = { readonly companyId: string; readonly week: number }

/**
 * Brings a company's week back into the database, and removes its files when it is there. False where it was not cold.
 * @throws where the files hold other rows than the list says; then the week stays cold
 */
export async function restoreWeek({ db, after = () => {} }: ColdWork, { companyId, week }: WeekOf): Promise<boolean> {
  const files = await listColdFiles(db, { companyId, from: week, to: week })
  if (files.length === 0) return false
  for (const table of coldTables) await addWeek(db, table, week)
  await copyRuns(db, { companyId, week, files }, await runsInFiles(db, files))
  after('copied')
  const gone = await db.transaction().execute(async (tx) => {
    if (!(await isComplete(tx, companyId, week)))
      throw new Error(`The files of the week ${nameOfWeek(week)} contain other rows than expected. Nothing was restored.`)
    return takeCopiesOver(tx, { companyId, week })
  })
  after('restored')
  await removeColdFiles(db, gone)
  return true
}

type Weeks = { readonly companyId: string; readonly to?: number | undefined }

/** Brings back all cold weeks of a company that begin before a time (milliseconds), one after another. */
export async function restoreWeeks(work: ColdWork, { companyId, to }: Weeks): Promise<void> {
  for (const week of weeksOf(await listColdFiles(work.db, { companyId, to })).toReversed()) {
    if (work.isOver?.()) return
    await restoreWeek(work, { companyId, week })
  }
}

/** Ends the cold weeks of a company for good: their copies and their files. @returns how many files */
export async function dropColdWeeks(db: Db, { companyId, to }: Weeks): Promise<number> {
  let files = 0
  for (const week of weeksOf(await listColdFiles(db, { companyId, to }))) {
    const gone = await db.transaction().execute((tx) => forgetColdWeek(tx, { companyId, week }))
    await removeColdFiles(
      db,
      gone.map(({ file }) => file),
    )
    files += gone.length
  }
  return files
}

/** Ends the cold weeks of all companies that were over at an instant. @returns how many files */
export async function dropColdBefore(db: Db, instant: Date): Promise<number> {
  let files = 0
  for (const companyId of await companiesWithFiles(db))
    files += await dropColdWeeks(db, { companyId, to: weekOf(instant.getTime()) - 1 })
  return files
}

/** Milliseconds after which a file that no row names was left behind by a process that ended. */
const leftAfter = 86_400_000
const filesAtOnce = 500

/** What is written here, or what a process has begun to write or to read. Anything else in the folder or container belongs to somebody else. */
const ownFile = /^(?:[\da-f-]{36}\/\d{4}-\d\d-\d\d-[a-z_]+-[\da-f-]{36}\.parquet$|unfinished\/|copies\/)/

/** Removes own files that no row names. @returns how many */
export async function removeLeftFiles(db: Db): Promise<number> {
  const { store } = coldOf(db)
  let removed = 0
  let old: string[] = []
  const sweep = async () => {
    const named = await namedFiles(db, old)
    for (const file of old)
      if (!named.has(file)) {
        await store.remove(file)
        removed += 1
      }
    old = []
  }
  for await (const { file, age } of store.list()) {
    if (age > leftAfter && ownFile.test(file)) old.push(file)
    if (old.length === filesAtOnce) await sweep()
  }
  await sweep()
  return removed
}
