/** PostgreSQL as it is usually hosted: the role of the product owns its database and is no superuser. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { asSuperuser, createOwnDatabase, dropDatabase, ordinaryRole, withDatabase } from '../../kit/ordinary-role.ts'
import { findBinaries } from '../../kit/postgres-cluster.ts'
import { freshDatabase } from '../kit/databases.ts'

const run = promisify(execFile)
const server = inject('postgresSuperuserUrl') ?? ''

async function emptyDatabase(): Promise<{ readonly name: string; readonly url: string }> {
  const name = `ordinary_${uuid().replaceAll('-', '')}`
  const url = await createOwnDatabase(server, name)
  onTestFinished(() => dropDatabase(server, name))
  return { name, url }
}

async function open(url: string): Promise<Database> {
  const database = await openDatabase({ url, dataDir: '' })
  onTestFinished(() => database.close())
  return database
}

/** Every function of the product, as PostgreSQL would create it. */
async function functionsOf({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace order by 1`.execute(db)
  return rows.map(({ text }) => text)
}

/** What 0140 and 0198 contained before: settings attached to functions, which only a superuser may do. */
function formerFiles() {
  const set = (name: string) => ` set "datacrane.${name}" = 'on'`
  return readMigrations()
    .filter(({ version }) => version < 274)
    .map((file) => {
      if (file.version !== 140 && file.version !== 198) return file
      const text = file.text
        .replace(/^ {2}perform set_config\('datacrane.*\n/gm, '')
        .replaceAll('pg_current_xact_id()::text', "'on'")
        .replace(/(function remove_(?:sign_ins|changes|rows_of_company)\(.*\n.*security definer)/g, `$1${set('retention')}`)
        .replace(/(function remove_rows_of_company\(.*\n.* = 'on')/, `$1${set('deletion')}`)
        .replace(/(function anonymize_invoices\(.*\n.*security definer)/, `$1${set('deletion')}`)
      return { ...file, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

describe.runIf(server !== '')('a role that owns its database', () => {
  it('is no superuser, and the tables are its own', async () => {
    const { database } = await freshDatabase('postgres')
    onTestFinished(() => database.close())
    const { rows } = await sql`select rolname as name, rolsuper as super, rolcreatedb or rolcreaterole as more,
      (select count(*) from pg_tables where schemaname = 'public' and tableowner <> current_user) as foreign
      from pg_roles where rolname = current_user`.execute(database.db)
    expect(rows).toEqual([{ name: ordinaryRole.name, super: false, more: false, foreign: 0 }])
  })

  it('takes over a database that a superuser migrated with the former files', async () => {
    const { name, url } = await emptyDatabase()
    const master = `${name}_master`
    await asSuperuser(server, `create role ${master} superuser login password '${ordinaryRole.password}'`)
    const address = new URL(url)
    address.username = master
    const before = await openDatabase({ url: address.href, dataDir: '' })
    await migrate(before.db, formerFiles()).finally(() => before.close())
    await asSuperuser(withDatabase(server, name), `reassign owned by ${master} to ${ordinaryRole.name}`)
    await asSuperuser(server, `drop role ${master}`)
    const old = await open(url)
    expect((await functionsOf(old)).join('\n')).toContain(`SET "datacrane.retention" TO 'on'`)
    expect(await migrate(old.db)).toContain('0274-removal-without-superuser')
    const clean = await freshDatabase('postgres')
    onTestFinished(() => clean.remove())
    expect(await functionsOf(old)).toEqual(await functionsOf(clean.database))
    expect((await functionsOf(old)).join('\n')).not.toContain('SET "')
    expect(await migrate(old.db)).toEqual([])
  })

  it('restores a backup into an empty database', async (context) => {
    const { database, place, remove } = await freshDatabase('postgres')
    onTestFinished(remove)
    const { stdout } = await run(join(findBinaries(), 'pg_dump'), ['--version'])
    const program = Number(/ (\d+)\./.exec(stdout)?.[1])
    if (program < Number.parseInt(database.serverVersion, 10)) {
      context.skip(`pg_dump ${program} does not copy PostgreSQL ${database.serverVersion}`)
    }
    const folder = mkdtempSync(join(tmpdir(), 'datacrane-backup-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'datacrane.dump')
    await run(join(findBinaries(), 'pg_dump'), ['-Fc', '-f', file, '-d', place.url ?? ''])
    const { url } = await emptyDatabase()
    await run(join(findBinaries(), 'pg_restore'), ['--exit-on-error', '-d', url, file])
    const restored = await open(url)
    expect(await migrate(restored.db)).toEqual([])
    expect(await functionsOf(restored)).toEqual(await functionsOf(database))
  })

  it('reads in one sentence what a migration needs that its role may not do', async () => {
    const { name, url } = await emptyDatabase()
    await asSuperuser(server, `alter database ${name} owner to current_user`)
    const { db } = await open(url)
    await expect(migrate(db)).rejects.toThrow(
      'The table of migrations could not be created: permission denied for schema public. Make the role of DATABASE_URL the owner of the database and everything in it, then start again.',
    )
    await asSuperuser(withDatabase(server, name), `grant create on schema public to ${ordinaryRole.name}`)
    const [first] = readMigrations()
    const file = { version: 1, name: '0001-more', text: 'create role another', hash: first?.hash ?? '' }
    await expect(migrate(db, [file])).rejects.toThrow(
      /^Migration 0001-more failed and changed nothing: permission denied to create role\. Make the role of DATABASE_URL the owner of the database and everything in it, then start again\.$/,
    )
  })
})
