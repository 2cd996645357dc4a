/** The API keys of a company. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Role } from '#contract/kit/endpoint.ts'
import type { ApiKeyForm } from '#contract/settings/api-keys.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly id: string }

export type ApiKeyRow = Omit<Selectable<Tables['api_keys']>, 'hash' | 'previous_hash' | 'company_id'> & {
  readonly owner_name: string
  readonly owner_email: string
  readonly owner_role: Role
  /** Whether its owner can sign in. */
  readonly has_owner: boolean
  readonly is_expired: boolean
}

const keysOf = (db: Db, companyId: string) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.owner_id')
    .select(['k.id', 'k.owner_id', 'k.name', 'k.description', 'k.prefix', 'k.enabled', 'k.expires_at', 'k.scopes', 'k.rates'])
    .select([
      'k.addresses',
      'k.revision',
      'k.created_at',
      'k.last_used_at',
      'k.last_used_from',
      'u.email as owner_email',
      'u.role as owner_role',
    ])
    .select([
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('owner_name'),
      sql<boolean>`u.active and u.removed_at is null`.as('has_owner'),
      sql<boolean>`coalesce(k.expires_at <= now(), false)`.as('is_expired'),
      sql<Date | null>`case when k.previous_until > now() then k.previous_until end`.as('previous_until'),
    ])
    .where('k.company_id', '=', companyId)

export const listApiKeys = (db: Db, companyId: string): Promise<ApiKeyRow[]> =>
  keysOf(db, companyId).orderBy('k.created_at', 'desc').orderBy('k.id', 'desc').execute()

export const findApiKey = (db: Db, { companyId, id }: Which): Promise<ApiKeyRow | undefined> =>
  keysOf(db, companyId).where('k.id', '=', id).executeTakeFirst()

const chosen = (form: ApiKeyForm) => ({
  name: form.name.trim(),
  description: form.description.trim(),
  enabled: form.enabled,
  expires_at: form.expiresAt,
  scopes: form.permissions,
  rates: jsonText(form.rateLimiting),
  addresses: jsonText(form.ipRestrictions),
})

type Added = Which & { readonly userId: string; readonly form: ApiKeyForm; readonly hash: Buffer; readonly prefix: string }

/** False where the company has as many as it may. Two at once wait for each other. */
export async function addApiKey(tx: Db, { companyId, userId, id, form, hash, prefix }: Added, max: number): Promise<boolean> {
  await tx.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
  const { keys } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (Number(keys) >= max) return false
  await tx
    .insertInto('api_keys')
    .values({ id, company_id: companyId, owner_id: userId, prefix, hash, ...chosen(form) })
    .execute()
  return true
}

/** False where it was changed since this revision, or is gone. Without a revision it is changed whatever it is. */
export async function changeApiKey(
  tx: Db,
  { companyId, id }: Which,
  form: ApiKeyForm,
  revision: number | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ ...chosen(form), revision: sql<number>`revision + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(revision !== undefined, (change) => change.where('revision', '=', revision ?? 0))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False where it is gone. */
export async function switchOffApiKey(tx: Db, { companyId, id }: Which): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ enabled: false, revision: sql<number>`revision + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Replaced = Which & { readonly hash: Buffer; readonly prefix: string; readonly overlapHours: number }

/** The value that worked until now works for some hours more; the one before it no longer. */
export async function replaceApiKey(tx: Db, { companyId, id, hash, prefix, overlapHours }: Replaced): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set(({ ref }) => ({
      previous_hash: ref('hash'),
      previous_until: sql<Date>`now() + ${overlapHours} * interval '1 hour'`,
      ...{ hash, prefix, revision: sql<number>`revision + 1` },
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeApiKey(tx: Db, { companyId, id }: Which): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_keys')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
