/** Second factors, one a person. The secret of an authenticator is sealed to its row. */
import { type Kysely, sql } from 'kysely'

import type { MfaMethod } from '#contract/auth/mfa.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import type { UserKey } from './mfa-locks.repository.ts'

export type Factor = {
  readonly method: MfaMethod
  /** False until its first code was right. */
  readonly isOn: boolean
  /** Of an authenticator, in base32; null for the others. */
  readonly secret: string | null
  /** The newest step whose code was taken. */
  readonly lastStep: number
  readonly enabledAt: Date | null
}

const placeOf = ({ companyId, userId }: UserKey) => ({ table: 'mfa_factors', column: 'ciphertext', rowId: userId, companyId })

export async function findFactor(db: Kysely<Tables>, vault: Vault, whose: UserKey): Promise<Factor | null> {
  const row = await db
    .selectFrom('mfa_factors')
    .select(['method', 'enabled_at', 'key_id', 'ciphertext', 'last_step'])
    .where('user_id', '=', whose.userId)
    .where('company_id', '=', whose.companyId)
    .executeTakeFirst()
  if (!row) return null
  const { key_id: keyId, ciphertext } = row
  const secret = keyId !== null && ciphertext !== null ? vault.open({ keyId, ciphertext }, placeOf(whose)) : null
  return { method: row.method, isOn: row.enabled_at !== null, enabledAt: row.enabled_at, secret, lastStep: row.last_step }
}

type Planned = UserKey & { readonly method: MfaMethod; readonly secret: string | null }

/** A factor that is not on yet; it takes the place of another that is not. False where one is on. */
export async function planFactor(db: Kysely<Tables>, vault: Vault, { secret, method, ...whose }: Planned): Promise<boolean> {
  const sealed = secret === null ? null : vault.seal(secret, placeOf(whose))
  const row = { method, key_id: sealed?.keyId ?? null, ciphertext: sealed?.ciphertext ?? null, last_step: 0 }
  const written = await db
    .insertInto('mfa_factors')
    .values({ ...row, user_id: whose.userId, company_id: whose.companyId })
    .onConflict((it) => it.column('user_id').doUpdateSet(row).where('mfa_factors.enabled_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst()
  return written !== undefined
}

/** False where none of this method waits. */
export async function switchFactorOn(
  db: Kysely<Tables>,
  { companyId, userId, method }: UserKey & { readonly method: MfaMethod },
): Promise<boolean> {
  const row = await db
    .updateTable('mfa_factors')
    .set({ enabled_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('method', '=', method)
    .where('enabled_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the code of a step, which is good once: false where it, or a later one, was taken before. */
export async function takeStep(
  db: Kysely<Tables>,
  { companyId, userId, step }: UserKey & { readonly step: number },
): Promise<boolean> {
  const row = await db
    .updateTable('mfa_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where none was on. */
export async function removeFactor(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<boolean> {
  const row = await db
    .deleteFrom('mfa_factors')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('enabled_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
