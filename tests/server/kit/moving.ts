/** Moving an embedded database to PostgreSQL, and what both hold. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { inject, onTestFinished } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { moveDatabase } from '#server/platform/database/move/move.ts'
import { listTables } from '#server/platform/database/move/shape.repository.ts'
import { testKey } from '../../engine/kit/stage.ts'
import { createOwnDatabase, dropDatabase } from '../../kit/ordinary-role.ts'

/** An empty database beside the templates, of a role without rights of its own. */
export async function emptyPostgres(): Promise<string> {
  const superuserUrl = inject('postgresSuperuserUrl') ?? ''
  const name = `moved_${newId().replaceAll('-', '')}`
  onTestFinished(() => dropDatabase(superuserUrl, name))
  return createOwnDatabase(superuserUrl, name)
}

export const moving = (dataDir: string, to: string, check: Parameters<typeof moveDatabase>[0]['check'] = async () => {}) =>
  moveDatabase({ dataDir, to, secretKey: testKey, unsafeDatabase: true, check, progress: () => {} })

/** Every row of every table as the database writes it. */
export async function contentOf({ db }: Database): Promise<Record<string, readonly string[]>> {
  return db.connection().execute(async (session) => {
    await sql`set timezone = 'UTC'`.execute(session)
    const content: Record<string, readonly string[]> = {}
    for (const { name } of await listTables(session)) {
      const { rows } = await sql<{ text: string }>`select t::text from ${sql.table(name)} t`.execute(session)
      content[name] = rows.map(({ text }) => text).toSorted()
    }
    return content
  })
}
