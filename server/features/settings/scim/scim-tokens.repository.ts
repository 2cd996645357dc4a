/** The SCIM token of a company: kept as a hash, and the one before a replacement for some hours. Times are the database's. */
import { type Kysely, sql } from 'kysely'
import { isSuspended } from '#server/platform/database/maintenance-now.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type AddressRule, addressRuleOf, addressSection } from '#server/platform/security/address-rule.ts'

type Db = Kysely<Tables>

/** An identity provider that has shown the token of a company: it speaks for that company alone. */
export type ScimClient = {
  readonly companyId: string
  readonly companyName: string
  /** Who made the token. */
  readonly createdBy: string
  readonly isSuspended: boolean
  readonly addressRule: AddressRule | null
}

/** Read at each call, so that a token that was revoked is refused at once by every process. */
export async function findScimClient(db: Db, hash: Buffer): Promise<ScimClient | null> {
  const row = await db
    .selectFrom('scim_tokens as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    .leftJoin('company_settings as s', (join) =>
      join.onRef('s.company_id', '=', 't.company_id').on('s.section', '=', addressSection),
    )
    .select(['t.company_id', 't.created_by', 'c.name', 's.value', isSuspended])
    .where((eb) =>
      eb.or([eb('t.hash', '=', hash), eb.and([eb('t.previous_hash', '=', hash), eb('t.previous_until', '>', sql<Date>`now()`)])]),
    )
    .executeTakeFirst()
  if (!row) return null
  const { company_id: companyId, created_by: createdBy, name: companyName, value, isSuspended: isHeld } = row
  return { companyId, companyName, createdBy, isSuspended: isHeld, addressRule: addressRuleOf(value) }
}

/** Seconds after which a further use from the same address is noted. */
const notedEvery = 60

export async function noteScimUse(db: Db, companyId: string, address: string): Promise<void> {
  await sql`update scim_tokens set last_used_at = now(), last_used_from = ${address}
    where company_id = ${companyId} and (last_used_at is null or last_used_from is distinct from ${address}
      or last_used_at < now() - ${notedEvery} * interval '1 second')`.execute(db)
}

type NewToken = { readonly companyId: string; readonly userId: string; readonly hash: Buffer; readonly prefix: string }

/** The token until now works for some hours more; the one before it no longer. */
export async function putScimToken(tx: Db, { companyId, userId, hash, prefix }: NewToken, overlapHours: number): Promise<void> {
  await tx
    .insertInto('scim_tokens')
    .values({ company_id: companyId, hash, prefix, created_by: userId })
    .onConflict((it) =>
      it.column('company_id').doUpdateSet(({ ref }) => ({
        previous_hash: ref('scim_tokens.hash'),
        previous_until: sql<Date>`now() + ${overlapHours} * interval '1 hour'`,
        ...{ hash, prefix, created_by: userId, created_at: sql<Date>`now()` },
      })),
    )
    .execute()
}

export async function removeScimToken(tx: Db, companyId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('scim_tokens').where('company_id', '=', companyId).executeTakeFirst()
  return numDeletedRows === 1n
}

export type ScimTokenRow = {
  readonly prefix: string
  readonly createdAt: Date
  readonly createdBy: string
  readonly isCreatorGone: boolean
  readonly previousUntil: Date | null
  readonly lastUsedAt: Date | null
  readonly lastUsedFrom: string | null
}

export async function findScimToken(db: Db, companyId: string): Promise<ScimTokenRow | null> {
  const row = await db
    .selectFrom('scim_tokens as t')
    .innerJoin('users as u', 'u.id', 't.created_by')
    .select(['t.prefix', 't.created_at as createdAt', 't.last_used_at as lastUsedAt', 't.last_used_from as lastUsedFrom'])
    .select([
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('createdBy'),
      sql<boolean>`(u.removed_at is not null or not u.active)`.as('isCreatorGone'),
      sql<Date | null>`case when t.previous_until > now() then t.previous_until end`.as('previousUntil'),
    ])
    .where('t.company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? null
}
