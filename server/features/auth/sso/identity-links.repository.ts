/** Which account of a company an identity of its provider is connected to. */
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export async function findIdentityOfCompany(
  db: Db,
  it: { readonly companyId: string; readonly issuer: string; readonly subject: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('company_id', '=', it.companyId)
    .where('issuer', '=', it.issuer)
    .where('subject', '=', it.subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function hasIdentityAt(
  db: Db,
  it: { readonly companyId: string; readonly userId: string; readonly issuer: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('id')
    .where('company_id', '=', it.companyId)
    .where('user_id', '=', it.userId)
    .where('issuer', '=', it.issuer)
    .executeTakeFirst()
  return row !== undefined
}
