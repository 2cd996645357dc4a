/** Passkeys of people: public keys, names and counters. */
import { type Kysely, sql } from 'kysely'

import type { Passkey } from '#contract/auth/passkeys.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { UserKey } from '../mfa/mfa-locks.repository.ts'

export type StoredPasskey = UserKey & {
  readonly id: string
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
  readonly email: string
  /** Whether the person may sign in at all. */
  readonly mayEnter: boolean
}

export type NewPasskey = UserKey & {
  readonly id: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly isSynced: boolean
}

const shown = ['id', 'name', 'is_synced', 'created_at', 'last_used_at'] as const
type Shown = { id: string; name: string; is_synced: boolean; created_at: Date; last_used_at: Date | null }

const toPasskey = (row: Shown): Passkey => ({
  ...{ id: row.id, name: row.name, isSynced: row.is_synced },
  ...{ createdAt: row.created_at.toISOString(), lastUsedAt: row.last_used_at?.toISOString() ?? null },
})

export async function listPasskeys(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(shown)
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

/** What a browser has to know to find the passkeys of a person. */
export async function listCredentials(
  db: Kysely<Tables>,
  { companyId, userId }: UserKey,
): Promise<{ readonly id: string; readonly transports: string[] }[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .execute()
  return rows
}

export async function hasPasskey(db: Kysely<Tables>, whose: UserKey): Promise<boolean> {
  return (await listCredentials(db, whose)).length > 0
}

/** Null where the device has it for somebody already. */
export async function addPasskey(db: Kysely<Tables>, it: NewPasskey): Promise<Passkey | null> {
  const row = await db
    .insertInto('passkeys')
    .values({
      ...{ id: it.id, company_id: it.companyId, user_id: it.userId, credential_id: it.credentialId },
      ...{ public_key: Buffer.from(it.publicKey), counter: it.counter, name: it.name },
      ...{ transports: [...it.transports], is_synced: it.isSynced },
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shown)
    .executeTakeFirst()
  return row ? toPasskey(row) : null
}

/** A sign-in knows no company yet: the credential is what names the person. */
export async function findPasskey(db: Kysely<Tables>, credentialId: string): Promise<StoredPasskey | null> {
  const row = await db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'p.user_id').onRef('u.company_id', '=', 'p.company_id'))
    .select(['p.id', 'p.company_id', 'p.user_id', 'p.credential_id', 'p.public_key', 'p.counter', 'p.transports'])
    .select(['u.email', 'u.active', 'u.confirmed', 'u.removed_at'])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...{ id: row.id, companyId: row.company_id, userId: row.user_id, credentialId: row.credential_id },
    ...{ publicKey: new Uint8Array(row.public_key), counter: Number(row.counter), transports: row.transports },
    ...{ email: row.email, mayEnter: row.active && row.confirmed && row.removed_at === null },
  }
}

/**
 * Takes a signature's counter. False where it does not go up, which a copied passkey shows by; devices that do not count say 0 always.
 * Of two signatures with one counter exactly one gets true.
 */
export async function takeCounter(
  db: Kysely<Tables>,
  { id, companyId, userId, counter }: UserKey & { readonly id: string; readonly counter: number },
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Which = UserKey & { readonly id: string }

export async function renamePasskey(
  db: Kysely<Tables>,
  { id, companyId, userId, name }: Which & { readonly name: string },
): Promise<Passkey | null> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .returning(shown)
    .executeTakeFirst()
  return row ? toPasskey(row) : null
}

/** @returns its name; null where there is none. */
export async function removePasskey(db: Kysely<Tables>, { id, companyId, userId }: Which): Promise<string | null> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

/** All of one person. */
export async function removePasskeys(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
}
