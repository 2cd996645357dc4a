/** Apps: those of a company, and those of the installation, which every company may use and only its operator changes. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { jsonText } from '#server/platform/database/json-text.ts'
import type { SealedValue } from '#server/platform/database/tables/stored-values.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type AppRow = Selectable<Tables['oauth_apps']>

const visible = (db: Db, companyId: string) =>
  db
    .selectFrom('oauth_apps')
    .selectAll()
    .where((eb) => eb.or([eb('company_id', 'is', null), eb('company_id', '=', companyId)]))

/** In the order of their names. */
export const listApps = (db: Db, companyId: string): Promise<AppRow[]> =>
  visible(db, companyId).orderBy(sql`lower(name)`).orderBy('id').execute()

/** Null where the company may not use it, or there is none. */
export const findApp = async (db: Db, companyId: string, id: string): Promise<AppRow | null> =>
  (await visible(db, companyId).where('id', '=', id).executeTakeFirst()) ?? null

type NewApp = Pick<AppRow, 'id' | 'company_id' | 'provider' | 'name' | 'client_id' | 'settings'> & {
  readonly secret: SealedValue | null
  readonly createdBy: string
}

/** False where there are as many as there may be. Two at once wait for each other. */
export async function addApp(tx: Db, { secret, createdBy, settings, ...app }: NewApp, max: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('oauth_apps'), hashtext(${app.company_id ?? ''}))`.execute(tx)
  const { count } = await tx
    .selectFrom('oauth_apps')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`company_id is not distinct from ${app.company_id}::uuid`)
    .executeTakeFirstOrThrow()
  if (Number(count) >= max) return false
  await tx
    .insertInto('oauth_apps')
    .values({ ...app, settings: jsonText(settings), client_secret: secret && jsonText(secret), created_by: createdBy })
    .execute()
  return true
}

/** Names of the company's own connections that use an app, and how many there are in all companies. */
export async function usersOfApp(tx: Db, companyId: string, id: string): Promise<{ names: string[]; all: number }> {
  const { rows } = await sql<{ names: string[]; all: number }>`
    select coalesce(array_agg(name order by lower(name)) filter (where company_id = ${companyId}), '{}') as names, count(*)::int as all
    from connections where auth ->> 'appId' = ${id}`.execute(tx)
  return rows[0] ?? { names: [], all: 0 }
}

export async function removeApp(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('oauth_apps').where('id', '=', id).execute()
}
