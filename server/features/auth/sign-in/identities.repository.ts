/** Who somebody is to an identity provider: issuer and subject together name one person, an email names nobody (threat T-SSO). */
import type { Kysely } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

type Name = { readonly issuer: string; readonly subject: string }
type UserKey = { readonly companyId: string; readonly userId: string }

/** The account that an identity is connected to. */
export type Connected = UserKey & {
  readonly email: string
  /** Whether the person may sign in at all. */
  readonly active: boolean
}

/** Nobody is known yet, so this reading is not bound to a company; whoever is found is bound to theirs. */
export async function findConnected(db: Kysely<Tables>, { issuer, subject }: Name): Promise<Connected | null> {
  const row = await db
    .selectFrom('identities as i')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'i.user_id').onRef('u.company_id', '=', 'i.company_id'))
    .select(['i.company_id', 'i.user_id', 'u.email', 'u.active', 'u.confirmed'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
  return row ? { companyId: row.company_id, userId: row.user_id, email: row.email, active: row.active && row.confirmed } : null
}

/** Connects an identity; false when it is connected already, to whomever. */
export async function addIdentity(db: Kysely<Tables>, it: Name & UserKey & { readonly provider: string }): Promise<boolean> {
  const row = await db
    .insertInto('identities')
    .values({
      issuer: it.issuer,
      subject: it.subject,
      company_id: it.companyId,
      user_id: it.userId,
      provider: it.provider,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Disconnects every identity of a person. */
export async function removeIdentities(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<void> {
  await db.deleteFrom('identities').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
}

/** Those of a person, the oldest first. */
export async function listIdentities(
  db: Kysely<Tables>,
  { companyId, userId }: UserKey,
): Promise<{ readonly id: string; readonly provider: string; readonly createdAt: Date }[]> {
  return db
    .selectFrom('identities')
    .select(['id', 'provider', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Disconnects one. @returns its provider, or null where the person has no such identity. */
export async function removeIdentity(db: Kysely<Tables>, { companyId, userId }: UserKey, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .returning('provider')
    .executeTakeFirst()
  return row?.provider ?? null
}
