/** Forward only: each file of `migrations/` once, in the order of its number, in one transaction. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'

import { isDatabaseDown } from './database.ts'
import type { Tables } from './tables/tables.ts'

type Migration = { readonly version: number; readonly name: string; readonly text: string; readonly hash: string }
type Applied = { readonly version: number; readonly name: string; readonly hash: string }

/** Any number, the same in every process: two of them that start together must not migrate at once. */
const advisoryLock = 6_311_979

/**
 * What a file contained when older versions applied it, where that made an equivalent database: 0140 and 0198 needed a superuser, and 0274 brings
 * their functions to the same text (decision 0043).
 */
const formerHashes: ReadonlyMap<number, string> = new Map([
  [140, 'a2cec03072facc1c88726625e80dcde1c78d8f24ae2f12dea67c335aa08d730c'],
  [198, '45c3bfa3dd8a37c5c1ff8266fe2fa6b8921fa0210b1e7a1d81eb350fc6b69b60'],
])

/**
 * Brings the schema up to this code.
 * @returns the names of the files that were applied now.
 * @throws an Error of one sentence when the database is newer than this code or was made by other files, where nothing is changed, and when a file
 * fails, where those before it stay.
 */
export async function migrate(db: Kysely<Tables>, files: readonly Migration[] = readMigrations()): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // A migration, and the wait for one that another process makes, may take longer than a statement of a person's request.
    const limit = await sql<{ text: string }>`select current_setting('statement_timeout') as text`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`-- takes long\nselect pg_advisory_lock(${advisoryLock})`.execute(connection)
    try {
      await sql`create table if not exists schema_migrations (
        version integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`
        .execute(connection)
        .catch((cause: unknown) => {
          throw failed('The table of migrations could not be created', cause)
        })
      const { rows } = await sql<Applied>`select version, name, hash from schema_migrations order by version`.execute(connection)
      refuseForeign(files, rows)
      const pending = files.filter(({ version }) => !rows.some((row) => row.version === version))
      for (const file of pending) await apply(connection, file)
      return pending.map(({ name }) => name)
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLock})`.execute(connection)
      await sql`select set_config('statement_timeout', ${limit.rows[0]?.text}, false)`.execute(connection)
    }
  })
}

/**
 * How far the schema of a database is, which is not changed.
 * @throws as `migrate` does
 */
export async function versionsBetween(
  db: Kysely<Tables>,
  files: readonly Migration[] = readMigrations(),
): Promise<{ readonly applied: number; readonly missing: number }> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('schema_migrations') is not null as there`.execute(db)
  const { rows } = found[0]?.there
    ? await sql<Applied>`select version, name, hash from schema_migrations order by version`.execute(db)
    : { rows: [] }
  refuseForeign(files, rows)
  return { applied: rows.at(-1)?.version ?? 0, missing: files.length - rows.length }
}

function refuseForeign(files: readonly Migration[], applied: readonly Applied[]): void {
  const newest = files.at(-1)?.version ?? 0
  const ahead = applied.at(-1)
  if (ahead && ahead.version > newest) {
    throw new Error(
      `The database has schema version ${ahead.version} (${ahead.name}), but this program supports up to ${newest}. Start a newer Datacrane.`,
    )
  }
  for (const row of applied) {
    const file = files.find(({ version }) => version === row.version)
    if (file?.hash !== row.hash && formerHashes.get(row.version) !== row.hash) {
      throw new Error(
        `Migration ${row.name} in the database differs from the one in this program. Start the version that created this database, or a released one.`,
      )
    }
  }
}

async function apply(connection: Kysely<Tables>, { version, name, text, hash }: Migration): Promise<void> {
  try {
    await connection.transaction().execute(async (tx) => {
      await sql.raw(`-- takes long\n${text}`).execute(tx)
      await sql`insert into schema_migrations (version, name, hash) values (${version}, ${name}, ${hash})`.execute(tx)
    })
  } catch (cause) {
    throw failed(`Migration ${name} failed and changed nothing`, cause)
  }
}

/** PostgreSQL's code for missing privileges (`insufficient_privilege`). */
const notAllowed = '42501'

/** One sentence for the person who starts the program. A lost connection is reported unchanged: the next start continues automatically. */
function failed(what: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || isDatabaseDown(cause)) return cause
  const remedy =
    'code' in cause && cause.code === notAllowed
      ? 'Make the role of DATABASE_URL the owner of the database and everything in it, then start again'
      : 'Fix the cause and start again, or restore your backup and start the earlier version'
  return new Error(`${what}: ${cause.message}. ${remedy}.`, { cause })
}

/** The migrations of this code, oldest first. Files are named `0001-title.sql`. */
export function readMigrations(): Migration[] {
  const folder = new URL('./migrations/', import.meta.url)
  const names = readdirSync(folder).filter((file) => /^\d{4}-.+\.sql$/.test(file))
  return names.toSorted().map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    return { version: Number(file.slice(0, 4)), name: file.slice(0, -'.sql'.length), text, hash }
  })
}
