/** Connections of a backup that the company does not have any more, with their secrets. Who restores them owns them. */
import type { Kysely, Selectable } from 'kysely'
import { jsonText } from '#server/platform/database/json-text.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { SessionCaller as Caller } from '../../../platform/security/access.ts'

type Row = Selectable<Tables['connections']>
export type BackupConnection = Pick<Row, 'id' | 'name' | 'place' | 'auth' | 'origin' | 'visibility'> & {
  readonly system: Row['kind']
}

/** One whose name is taken stays away. @returns the names of those that are there again. */
export async function restoreConnections(
  tx: Kysely<Tables>,
  { companyId, userId }: Caller,
  kept: readonly BackupConnection[],
): Promise<string[]> {
  const restored: string[] = []
  for (const { id, name, system, place, auth, origin, visibility } of kept) {
    const row = { id, name, kind: system, origin, visibility, place: jsonText(place), auth: jsonText(auth) }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('connections')
      .values({ ...row, company_id: companyId, owner_id: userId, state: 'new' })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) restored.push(name)
  }
  return restored
}
