/** Files of a company in parts, in the order of their numbers. See `0284-company-files.sql`. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
export type FileOf = { readonly companyId: string; readonly id: string }
export type Part = { readonly part: number; readonly content: Buffer }

/** Existing parts are not overwritten: the parts of one file are always the same. */
export async function addPart(db: Db, { companyId, id }: FileOf, { part, content }: Part): Promise<void> {
  await db
    .insertInto('company_file_parts')
    .values({ file_id: id, company_id: companyId, part, content })
    .onConflict((on) => on.columns(['file_id', 'part']).doNothing())
    .execute()
}

const findPart = (db: Db, { companyId, id }: FileOf, part: number) =>
  db
    .selectFrom('company_file_parts')
    .select('content')
    .where('company_id', '=', companyId)
    .where('file_id', '=', id)
    .where('part', '=', part)
    .executeTakeFirst()

export const hasParts = async (db: Db, file: FileOf): Promise<boolean> => (await findPart(db, file, 0)) !== undefined

/** One part in memory at a time. */
export async function* partsOf(db: Db, file: FileOf): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await findPart(db, file, part)
    if (!row) return
    yield row.content
  }
}

export async function removeParts(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('company_file_parts').where('company_id', '=', companyId).where('file_id', 'in', ids).execute()
}

/** Parts of a file that was not completed, because its process ended. After a day no process is still writing it. */
export async function removeUnfinished(db: Db, companyId: string): Promise<void> {
  await sql`
    delete from company_file_parts p where company_id = ${companyId} and at < now() - interval '1 day'
      and not exists (select from retention_archives a where a.company_id = p.company_id and a.id = p.file_id)
      and not exists (select from company_backups b where b.company_id = p.company_id and b.id = p.file_id)`.execute(db)
}

export type FileKind = 'archives' | 'backups'

/** Hash of the lines of a file, from the row that names it; null where no row does. */
export async function hashOfFile(db: Db, kind: FileKind, { companyId, id }: FileOf): Promise<string | null> {
  const row = await db
    .selectFrom(kind === 'archives' ? 'retention_archives' : 'company_backups')
    .select('sha256')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.sha256 ?? null
}
