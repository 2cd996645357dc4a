/** Where codes go, and how many went there. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { lockRecipient } from '#server/platform/mail/recipients.repository.ts'
import type { UserKey } from './mfa-locks.repository.ts'

export type Targets = { readonly email: string; readonly phone: string | null; readonly phoneVerified: boolean }

export async function findTargets(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<Targets | null> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'phone', 'phone_verified'])
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ? { email: row.email, phone: row.phone, phoneVerified: row.phone_verified } : null
}

/** A number that was proved to be the person's. */
export async function setVerifiedPhone(
  db: Kysely<Tables>,
  { companyId, userId, phone }: UserKey & { readonly phone: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ phone, phone_verified: true, pending_phone: null, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .execute()
}

type Sent = { readonly channel: 'email' | 'sms'; readonly to: string; readonly subject: string }

/**
 * Messages with this subject that were queued for this address within an hour, whoever asked for them. Until the transaction ends nobody else
 * counts the same: of many at once no more pass than may.
 */
export async function countSentCodes(
  tx: Kysely<Tables>,
  { channel, to, subject }: Sent,
): Promise<{
  readonly sent: number /** Milliseconds until the oldest of them counts no more. */
  readonly oldestLeavesIn: number
}> {
  await lockRecipient(tx, to)
  return tx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .select(
      sql<number>`coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now()) * 1000), 0)::float8`.as(
        'oldestLeavesIn',
      ),
    )
    .where(sql`lower(recipient)`, '=', sql`lower(${to})`)
    .where('channel', '=', channel)
    .where('subject', '=', subject)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
}
