/** Challenges that a passkey signs. Each is good once, whether what came for it was right or not. Times are the database's. */
import { type Kysely, sql } from 'kysely'

import { passkeyLifetime } from '#contract/auth/passkeys.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

export type PasskeyPurpose = Tables['passkey_challenges']['purpose']

export type NewPasskeyChallenge = {
  readonly id: string
  readonly purpose: PasskeyPurpose
  readonly challenge: string
  /** Null of a sign-in: nobody is known yet. */
  readonly companyId: string | null
  readonly userId: string | null
  /** Of a second factor: the challenge of the sign-in. */
  readonly mfaChallengeId: string | null
}

export async function openPasskeyChallenge(db: Kysely<Tables>, it: NewPasskeyChallenge): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      ...{ id: it.id, purpose: it.purpose, challenge: it.challenge },
      ...{ company_id: it.companyId, user_id: it.userId, mfa_challenge_id: it.mfaChallengeId },
      expires_at: sql<Date>`now() + ${passkeyLifetime} * interval '1 millisecond'`,
    })
    .execute()
}

export type PasskeyChallenge = Omit<NewPasskeyChallenge, 'id'>

/** Uses the challenge up: of many at once exactly one gets it. Null where it is unknown, of another purpose, used or too old. */
export async function takePasskeyChallenge(
  db: Kysely<Tables>,
  id: string,
  purposes: readonly PasskeyPurpose[],
): Promise<PasskeyChallenge | null> {
  const row = await db
    .updateTable('passkey_challenges')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['purpose', 'challenge', 'company_id', 'user_id', 'mfa_challenge_id'])
    .executeTakeFirst()
  if (!row) return null
  const { purpose, challenge, company_id: companyId, user_id: userId, mfa_challenge_id: mfaChallengeId } = row
  return { purpose, challenge, companyId, userId, mfaChallengeId }
}

export async function forgetOldPasskeyChallenges(db: Kysely<Tables>): Promise<void> {
  await sql`delete from passkey_challenges where expires_at < now() - interval '1 hour'`.execute(db)
}
