/** What a company has chosen: its sections, its name and logo, and its maintenance. */
import { type Kysely, sql } from 'kysely'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Picture } from '../../platform/security/image-check.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly section: string }

export type StoredSection = {
  /** 0 where there is no row. */
  readonly revision: number
  /** Null where there is none. */
  readonly value: unknown
  readonly savedAt: Date | null
  readonly savedBy: string | null
}

export async function findSection(db: Db, { companyId, section }: Which): Promise<StoredSection> {
  const row = await db
    .selectFrom('company_settings as s')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.updated_by').onRef('u.company_id', '=', 's.company_id'))
    .select(['s.revision', 's.value', 's.updated_at'])
    .select(sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('name'))
    .where('s.company_id', '=', companyId)
    .where('s.section', '=', section)
    .executeTakeFirst()
  if (!row) return { revision: 0, value: null, savedAt: null, savedBy: null }
  return { revision: row.revision, value: row.value, savedAt: row.updated_at, savedBy: row.name }
}

type Saved = Which & { readonly value: unknown; readonly userId: string; readonly revision: number | undefined }

/** False where it was saved since this revision; without one it is saved whatever it is. */
export async function saveSection(tx: Db, { companyId, section, value, userId, revision }: Saved): Promise<boolean> {
  const text = jsonText(value)
  if (revision === undefined) {
    const row = { value: text, updated_by: userId, updated_at: sql<Date>`now()` }
    await tx
      .insertInto('company_settings')
      .values({ company_id: companyId, section, ...row })
      .onConflict((on) =>
        on.columns(['company_id', 'section']).doUpdateSet({ ...row, revision: sql<number>`company_settings.revision + 1` }),
      )
      .execute()
    return true
  }
  if (revision === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('company_settings')
      .values({ company_id: companyId, section, value: text, updated_by: userId })
      .onConflict((on) => on.columns(['company_id', 'section']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('company_settings')
    .set({ value: text, revision: revision + 1, updated_by: userId, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('section', '=', section)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type CompanyRow = {
  readonly name: string
  /** Null: no maintenance. */
  readonly maintenance: string | null
  readonly since: Date | null
  readonly by: string | null
  readonly logo: Picture | null
}

export async function findCompany(db: Db, companyId: string): Promise<CompanyRow> {
  const row = await db
    .selectFrom('companies as c')
    .leftJoin('company_logos as l', 'l.company_id', 'c.id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'c.maintenance_by').onRef('u.company_id', '=', 'c.id'))
    .select(['c.name', 'c.maintenance_message', 'c.maintenance_since', 'l.media_type', 'l.bytes'])
    .select(sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('by'))
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { media_type: mediaType, bytes } = row
  return {
    ...{ name: row.name, maintenance: row.maintenance_message, since: row.maintenance_since, by: row.by },
    logo: mediaType && bytes ? { mediaType, bytes } : null,
  }
}

/** The photo of a person; null: none. */
export async function findPhoto(db: Db, { companyId, userId }: { companyId: string; userId: string }): Promise<Picture | null> {
  const row = await db
    .selectFrom('user_photos')
    .select(['media_type as mediaType', 'bytes'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? null
}

export async function renameCompany(tx: Db, companyId: string, name: string): Promise<void> {
  await tx.updateTable('companies').set({ name }).where('id', '=', companyId).execute()
}

/** @param logo null removes it. */
export async function saveLogo(tx: Db, companyId: string, logo: Picture | null): Promise<void> {
  if (logo === null) {
    await tx.deleteFrom('company_logos').where('company_id', '=', companyId).execute()
    return
  }
  const row = { media_type: logo.mediaType, bytes: logo.bytes }
  await tx
    .insertInto('company_logos')
    .values({ company_id: companyId, ...row })
    .onConflict((on) => on.column('company_id').doUpdateSet(row))
    .execute()
}
