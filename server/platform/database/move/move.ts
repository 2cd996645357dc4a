/** Carries the embedded database into an empty PostgreSQL, in one transaction, and compares every row there with what was read here. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { refuseOtherKey } from '../../security/installation-key.ts'
import { type Database, openDatabase } from '../database.ts'
import { refuseCarelessDatabase } from '../durability.ts'
import { movedNote } from '../embedded/start-warnings.ts'
import { migrate, versionsBetween } from '../migrate.ts'
import type { Tables } from '../tables/tables.ts'
import { addRows, readRows, removeAllRows, setTextForms, summing, sumOf } from './rows.repository.ts'
import {
  addForeignKeys,
  copyPartitions,
  copySequences,
  countSessions,
  dropForeignKeys,
  findUse,
  listForeignKeys,
  listTables,
  switchTriggers,
  type Table,
} from './shape.repository.ts'

type Db = Kysely<Tables>

export type MoveOptions = {
  /** Null: the one in the folder. */
  readonly secretKey: string | null
  readonly dataDir: string
  /** `postgres://…` of an empty database. */
  readonly to: string
  readonly unsafeDatabase: boolean
  /** Called before anything is final, with what was written: what it throws undoes the move. */
  readonly check: (target: Db) => Promise<void>
  readonly progress: (sentence: string) => void
}
export type Moved = { readonly tables: number; readonly rows: number }

/** @throws an Error of one sentence; the target has no rows then, and the source is as it was */
export async function moveDatabase(options: MoveOptions): Promise<Moved> {
  const { dataDir, to, secretKey, unsafeDatabase } = options
  if (!existsSync(join(dataDir, 'pgdata'))) throw new Error(`${dataDir} contains no embedded database.`)
  const source = await openDatabase({ url: null, dataDir })
  try {
    await refuseOtherSchema(source.db)
    await refuseOtherKey(source.db, { secretKey, dataDir })
    const target = await openTarget(to)
    try {
      if (!unsafeDatabase) await refuseCarelessDatabase(target.db)
      const tables = await listTables(source.db)
      await refuseUsed(target.db, tables)
      await refuseRunning(target)
      await migrate(target.db)
      const moved = await copy(source.db, target.db, tables, options)
      writeFileSync(movedNote(dataDir), JSON.stringify({ at: new Date().toISOString() }), { mode: 0o600 })
      return moved
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function openTarget(url: string): Promise<Database> {
  try {
    return await openDatabase({ url, dataDir: '' })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace('of DATABASE_URL', 'of --to') : String(cause)
    throw new Error(reason, { cause })
  }
}

async function refuseOtherSchema(db: Db): Promise<void> {
  // Throws where the database is newer than this program.
  const { missing, applied } = await versionsBetween(db)
  if (missing === 0) return
  throw new Error(
    `The embedded database has schema version ${applied}, which is older than this program. Start Datacrane on it once, stop it, then move.`,
  )
}

/** What an interrupted move left has tables and no company: it is used again. */
async function refuseUsed(db: Db, tables: readonly Table[]): Promise<void> {
  const use = await findUse(db, (name) => tables.some((it) => it.name === name))
  if (use === null) return
  throw new Error(`The database of --to is not empty, because the table ${use} has data. Create an empty database for --to.`)
}

/**
 * A process that waits for its setup has no company yet, but it has a key: after the move it would encrypt secrets with another key than the moved
 * ones, and the move would remove what was entered meanwhile.
 */
async function refuseRunning({ db, connections }: Database): Promise<void> {
  if ((await countSessions(db)) > connections().open)
    throw new Error('Another Datacrane process uses the database of --to. Stop that process, then run the move again.')
}

const sameColumns = (one: Table, other: Table | undefined) => JSON.stringify(one.columns) === JSON.stringify(other?.columns)

async function copy(from: Db, to: Db, tables: readonly Table[], { check, progress }: MoveOptions): Promise<Moved> {
  return from.transaction().execute((source) =>
    to.transaction().execute(async (target) => {
      await sql`set local statement_timeout = 0`.execute(target)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(target)
      await setTextForms(source)
      await setTextForms(target)
      const there = await listTables(target)
      const other = tables.find(
        (table) =>
          !sameColumns(
            table,
            there.find(({ name }) => name === table.name),
          ),
      )
      if (other || there.length !== tables.length)
        throw new Error(
          `The table ${other?.name ?? 'list'} in the database of --to differs from the table of this version. Nothing was moved.`,
        )

      const keys = await listForeignKeys(target)
      await switchTriggers(target, there, 'disable')
      await dropForeignKeys(target, keys)
      await removeAllRows(target, there)
      await copyPartitions(source, target)
      let rows = 0
      for (const table of tables) {
        const read = summing()
        for await (const some of readRows(source, table)) {
          some.forEach(read.add)
          await addRows(target, table, some)
        }
        const [sent, found] = [read.sum(), await sumOf(target, table)]
        if (sent.rows !== found.rows || sent.hash !== found.hash)
          throw new Error(
            `The table ${table.name} differs after the copy, with ${sent.rows} rows read and ${found.rows} found. Nothing was moved.`,
          )
        rows += found.rows
        if (found.rows > 0) progress(`${table.name}: ${found.rows} rows copied and compared`)
      }
      await copySequences(source, target)
      await addForeignKeys(target, keys)
      await switchTriggers(target, there, 'enable')
      await check(target)
      return { tables: tables.length, rows }
    }),
  )
}
