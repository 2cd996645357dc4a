/** Companies: the tenants. */
import type { Kysely } from 'kysely'

import type { Tables } from './tables.ts'

export type NewCompany = { readonly id: string; readonly name: string; readonly workspaceName: string }

export async function addCompany(db: Kysely<Tables>, it: NewCompany): Promise<void> {
  await db.insertInto('companies').values({ id: it.id, name: it.name, workspace_name: it.workspaceName }).execute()
}

export async function companiesExist(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()) !== undefined
}
