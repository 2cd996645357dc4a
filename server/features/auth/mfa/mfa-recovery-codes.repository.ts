/** Recovery codes: found by their keyed hash, with a sealed copy that is shown to who proves themselves. Each is good for one use. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import type { UserKey } from './mfa-locks.repository.ts'

/** A code with its hash. */
type NewCode = { readonly code: string; readonly hash: string }

/** A sealed copy belongs to its row. */
const placeOf = ({ companyId, userId }: UserKey, hash: string) => ({
  ...{ table: 'recovery_codes', column: 'ciphertext', companyId },
  rowId: `${userId} ${hash}`,
})

/** The older ones are dead then. */
export async function replaceRecoveryCodes(
  db: Kysely<Tables>,
  vault: Vault,
  whose: UserKey,
  codes: readonly NewCode[],
): Promise<void> {
  const { companyId, userId } = whose
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
  if (codes.length === 0) return
  const rows = codes.map(({ code, hash }, position) => {
    const { keyId, ciphertext } = vault.seal(code, placeOf(whose, hash))
    return { user_id: userId, company_id: companyId, hash, position, key_id: keyId, ciphertext }
  })
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** In the order in which they were shown first. Null: some were made before copies were kept. */
export async function openRecoveryCodes(
  db: Kysely<Tables>,
  vault: Vault,
  whose: UserKey,
): Promise<{ readonly code: string; readonly usedAt: Date | null }[] | null> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['hash', 'key_id', 'ciphertext', 'used_at'])
    .where('user_id', '=', whose.userId)
    .where('company_id', '=', whose.companyId)
    .orderBy('position')
    .orderBy('hash')
    .execute()
  const opened = rows.flatMap(({ hash, key_id: keyId, ciphertext, used_at: usedAt }) =>
    keyId === null || ciphertext === null ? [] : [{ code: vault.open({ keyId, ciphertext }, placeOf(whose, hash)), usedAt }],
  )
  return opened.length === rows.length ? opened : null
}

type Code = UserKey & { readonly hash: string }

export async function isUnusedRecoveryCode(db: Kysely<Tables>, { companyId, userId, hash }: Code): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** False where it was used before: of many at once exactly one gets true. */
export async function spendRecoveryCode(db: Kysely<Tables>, { companyId, userId, hash }: Code): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(
  db: Kysely<Tables>,
  { companyId, userId }: UserKey,
): Promise<{ readonly left: number; readonly total: number }> {
  return db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('used_at', 'is', null).as('left'))
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
}
