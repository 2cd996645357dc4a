/** A fresh, migrated, real database for a test: embedded, and PostgreSQL where there is one. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { v4 as uuid } from 'uuid'
import { afterAll, describe, inject, it } from 'vitest'

import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { isFullForm } from '../../kit/form.ts'
import { dropDatabase, withDatabase } from '../../kit/ordinary-role.ts'
import { folderForThrowawayData } from '../../kit/postgres-cluster.ts'
import { createFromTemplate } from '../../kit/template.ts'

export type Kind = Database['kind']
export type Fresh = {
  readonly database: Database
  /** To open the same database again, or by another process. */
  readonly place: { readonly url: string | null; readonly dataDir: string }
  /** Closes and removes it. Safe to call twice. */
  remove(): Promise<void>
}

export const postgresIsHere = () => inject('postgresSuperuserUrl') !== null

export const bothKinds: readonly Kind[] = ['embedded', 'postgres']

/** The databases that a test is played on. The short form plays PostgreSQL alone, or the embedded database where there is no PostgreSQL. */
export function kinds(): readonly Kind[] {
  if (isFullForm) return bothKinds
  return [postgresIsHere() ? 'postgres' : 'embedded']
}

/** The database of a test that is played on one only. */
export const anyKind = (): Kind => kinds()[0] ?? 'embedded'

/**
 * Of a test to its database. Each new connection reads the catalogue and plans every statement for the first time, which costs PostgreSQL more than what
 * most tests ask of it. The product needs one: the embedded database has no more.
 */
const connections = 5

/** A new database with all tables and no rows. The caller removes it; `describeOnEachDatabase` does that by itself. */
export async function freshDatabase(kind: Kind): Promise<Fresh> {
  return kind === 'embedded' ? freshEmbedded() : freshPostgres()
}

async function freshEmbedded(): Promise<Fresh> {
  const dataDir = mkdtempSync(join(folderForThrowawayData(), 'datacrane-test-'))
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
  const server = inject('postgresSuperuserUrl')
  if (server === null) throw new Error(`There is no PostgreSQL: ${inject('postgresMissing')}`)
  const name = `test_${uuid().replaceAll('-', '')}`
  const place = { url: await createFromTemplate(server, name), dataDir: '' }
  const database = await openDatabase({ ...place, connections })
  const close = once(() => database.close())
  const remove = once(async () => {
    await close()
    await dropDatabase(server, name)
  })
  return { database: { ...database, close }, place, remove }
}

/** Does what an ordinary role may not do, such as switching constraints off, in the database of a test. */
export async function withSuperuser<T>(
  { database, place }: Pick<Fresh, 'database' | 'place'>,
  work: (of: Database) => Promise<T>,
): Promise<T> {
  const superuserUrl = inject('postgresSuperuserUrl')
  if (place.url === null || superuserUrl === null) return work(database)
  const opened = await openDatabase({ url: withDatabase(superuserUrl, new URL(place.url).pathname.slice(1)), dataDir: '' })
  return work(opened).finally(() => opened.close())
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

type DatabaseTests = (open: () => Promise<Fresh>, kind: Kind) => void

/** The same tests on each of `kinds()`. `open()` gives a new database each time; all of them are removed after the last test. */
export const describeOnEachDatabase = (name: string, body: DatabaseTests) => describeOnDatabases(kinds(), name, body)

/** The same tests on both databases in the short form, too: of what differs between them. */
export const describeOnBothDatabases = (name: string, body: DatabaseTests) => describeOnDatabases(bothKinds, name, body)

export function describeOnDatabases(on: readonly Kind[], name: string, body: DatabaseTests): void {
  describe.each(on)(`${name} (%s)`, (kind) => {
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
