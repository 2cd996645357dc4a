/** People who are at an identity provider (`state`), and proved identities that wait to be connected (`ticket`). By hash, sealed, for one use. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Vault } from '#server/platform/security/vault.ts'

type Kind = Tables['provider_visits']['kind']
type Key = { readonly kind: Kind; readonly hash: string }

export type NewVisit = Key & {
  readonly provider: string
  readonly content: object
  /** Milliseconds, by the database's clock. */
  readonly lifetime: number
}

/** What was kept, and for which provider. */
export type Visit = { readonly provider: string; readonly content: unknown }

/** It belongs to no company before it is known whose it is. */
const placeOf = ({ kind, hash }: Key) => ({ table: 'provider_visits', column: kind, rowId: hash, companyId: '' })

const opened = (vault: Vault, key: Key, row: { provider: string; key_id: string; ciphertext: string }): Visit => ({
  provider: row.provider,
  content: JSON.parse(vault.open({ keyId: row.key_id, ciphertext: row.ciphertext }, placeOf(key))),
})

export async function addVisit(db: Kysely<Tables>, vault: Vault, it: NewVisit): Promise<void> {
  const { keyId, ciphertext } = vault.seal(JSON.stringify(it.content), placeOf(it))
  await db
    .insertInto('provider_visits')
    .values({
      hash: it.hash,
      kind: it.kind,
      provider: it.provider,
      key_id: keyId,
      ciphertext,
      expires_at: sql<Date>`now() + ${it.lifetime} * interval '1 millisecond'`,
    })
    .execute()
}

/** Uses it up; null when it is unknown, ran out or was used before. Of many at once exactly one gets it. */
export async function takeVisit(db: Kysely<Tables>, vault: Vault, key: Key): Promise<Visit | null> {
  const row = await db
    .updateTable('provider_visits')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', key.hash)
    .where('kind', '=', key.kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['provider', 'key_id', 'ciphertext'])
    .executeTakeFirst()
  return row ? opened(vault, key, row) : null
}

/** One that was used, as long as it would have lived. */
export async function findTakenVisit(db: Kysely<Tables>, vault: Vault, key: Key): Promise<Visit | null> {
  const row = await db
    .selectFrom('provider_visits')
    .select(['provider', 'key_id', 'ciphertext'])
    .where('hash', '=', key.hash)
    .where('kind', '=', key.kind)
    .where('used_at', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ? opened(vault, key, row) : null
}

export async function forgetOldVisits(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('provider_visits').where('expires_at', '<', sql<Date>`now()`).execute()
}
