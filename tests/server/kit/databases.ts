/** A fresh, migrated, real database for a test: embedded, and PostgreSQL where there is one. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { afterAll, describe, inject, it } from 'vitest'

import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { withDatabase } from '../../kit/global-setup.ts'

export type Kind = Database['kind']
export type Fresh = {
  readonly database: Database
  /** To open the same database again, or by another process. */
  readonly place: { readonly url: string | null; readonly dataDir: string }
  /** Closes and removes it. Safe to call twice. */
  remove(): Promise<void>
}

export const postgresIsHere = () => inject('postgresUrl') !== null

/** A new database with all tables and no rows. The caller removes it; `describeOnEachDatabase` does that by itself. */
export async function freshDatabase(kind: Kind): Promise<Fresh> {
  return kind === 'embedded' ? freshEmbedded() : freshPostgres()
}

async function freshEmbedded(): Promise<Fresh> {
  const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-test-'))
  cpSync(join(inject('embeddedTemplate'), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
  const place = { url: null, dataDir }
  const database = await openDatabase(place)
  const close = once(() => database.close())
  const remove = once(async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { database: { ...database, close }, place, remove }
}

async function freshPostgres(): Promise<Fresh> {
  const server = inject('postgresUrl')
  if (server === null) throw new Error(`There is no PostgreSQL: ${inject('postgresMissing')}`)
  const name = `test_${uuid().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template datacrane_template`)
  const place = { url: withDatabase(server, name), dataDir: '' }
  const database = await openDatabase(place)
  const close = once(() => database.close())
  const remove = once(async () => {
    await close()
    await onServer(server, `drop database if exists ${name} with (force)`)
  })
  return { database: { ...database, close }, place, remove }
}

async function onServer(url: string, command: string): Promise<void> {
  const server = await openDatabase({ url, dataDir: '' })
  await sql.raw(command).execute(server.db)
  await server.close()
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

/** The same tests on both databases. `open()` gives a new database each time; all of them are removed after the last test. */
export function describeOnEachDatabase(name: string, body: (open: () => Promise<Fresh>, kind: Kind) => void): void {
  describe.each<Kind>(['embedded', 'postgres'])(`${name} (%s)`, (kind) => {
    if (kind === 'postgres' && !postgresIsHere()) {
      it('is not run: there is no PostgreSQL', (context) => context.skip(inject('postgresMissing')))
      return
    }
    const opened: Fresh[] = []
    afterAll(async () => {
      for (const fresh of opened) await fresh.remove()
    })
    body(async () => {
      const fresh = await freshDatabase(kind)
      opened.push(fresh)
      return fresh
    }, kind)
  })
}
