/** Forward only: each file of `migrations/` once, in the order of its number, in one transaction. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'

import type { Tables } from './tables/tables.ts'

type Migration = { readonly version: number; readonly name: string; readonly text: string; readonly hash: string }
type Applied = { readonly version: number; readonly name: string; readonly hash: string }

/** Any number, the same in every process: two of them that start together must not migrate at once. */
const advisoryLock = 6_311_979

/**
 * Brings the schema up to this code.
 * @returns the names of the files that were applied now.
 * @throws an Error of one sentence when the database is newer than this code or was made by other files; nothing is changed then.
 */
export async function migrate(db: Kysely<Tables>, files: readonly Migration[] = readMigrations()): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // A migration, and the wait for one that another process makes, may take longer than a statement of a person's request.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`-- takes long\nselect pg_advisory_lock(${advisoryLock})`.execute(connection)
    try {
      await sql`create table if not exists schema_migrations (
        version integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`.execute(
        connection,
      )
      const { rows } = await sql<Applied>`select version, name, hash from schema_migrations order by version`.execute(connection)
      refuseForeign(files, rows)
      const pending = files.filter(({ version }) => !rows.some((row) => row.version === version))
      for (const file of pending) await apply(connection, file)
      return pending.map(({ name }) => name)
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLock})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

function refuseForeign(files: readonly Migration[], applied: readonly Applied[]): void {
  const newest = files.at(-1)?.version ?? 0
  const ahead = applied.at(-1)
  if (ahead && ahead.version > newest) {
    throw new Error(
      `The database has schema version ${ahead.version} (${ahead.name}), this program knows up to ${newest}. Start a newer Datacrane on it.`,
    )
  }
  for (const row of applied) {
    const file = files.find(({ version }) => version === row.version)
    if (file?.hash !== row.hash) {
      throw new Error(
        `Migration ${row.name} in the database differs from the one in this program. Start the version that created this database, or a released version.`,
      )
    }
  }
}

async function apply(connection: Kysely<Tables>, { version, name, text, hash }: Migration): Promise<void> {
  await connection.transaction().execute(async (tx) => {
    await sql.raw(`-- takes long\n${text}`).execute(tx)
    await sql`insert into schema_migrations (version, name, hash) values (${version}, ${name}, ${hash})`.execute(tx)
  })
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
