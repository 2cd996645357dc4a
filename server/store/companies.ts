/** Companies: the tenants. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from './tables.ts'

export type NewCompany = { readonly id: string; readonly name: string; readonly workspaceName: string }

export async function addCompany(db: Kysely<Tables>, it: NewCompany): Promise<void> {
  await db.insertInto('companies').values({ id: it.id, name: it.name, workspace_name: it.workspaceName }).execute()
}

export async function companiesExist(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Any number, the same in every process. */
const seedLock = 6_311_980

/** Until the transaction ends, no other process passes here: of several that start on an empty database one fills it. */
export async function lockSeeding(tx: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
}
