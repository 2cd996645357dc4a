/** Notes of operators on a company, newest first. The company does not see them. */
import { type Kysely, sql } from 'kysely'

import type { CustomerNote } from '#contract/admin/customer-page.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type NoteOf = { readonly companyId: string; readonly id: string }

export async function listNotes(db: Db, companyId: string, limit: number): Promise<CustomerNote[]> {
  const rows = await db
    .selectFrom('company_notes as n')
    .leftJoin('users as u', 'u.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.created_at as at'])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('by'))
    .where('n.company_id', '=', companyId)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** A repeated call with the same id adds nothing. */
export async function addNote(tx: Db, { companyId, id, authorId, text }: NoteOf & { authorId: string; text: string }) {
  await tx
    .insertInto('company_notes')
    .values({ id, company_id: companyId, author_id: authorId, text })
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}

/** @returns its text; null where there is no such note. */
export async function deleteNote(tx: Db, { companyId, id }: NoteOf): Promise<string | null> {
  const row = await tx
    .deleteFrom('company_notes')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('text')
    .executeTakeFirst()
  return row?.text ?? null
}
