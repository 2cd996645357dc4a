/** Whom we write to: one commit an address at a time, and not without end (threat T-REG). */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../database/tables/tables.ts'

/** Mails of one kind an hour and address that anybody can cause who knows it. */
export const mailsAnHour = 5

/** Any number, the same in every process; another one than those of other locks. */
const recipientLocks = 6_311_981

/** Until the transaction ends, nobody else does anything about this email, whether it is somebody's or not. */
export async function lockRecipient(tx: Kysely<Tables>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${recipientLocks}::int, hashtext(${email.toLowerCase()}))`.execute(tx)
}

/** Whether another mail of these subjects may go there now. Exact only under `lockRecipient`. */
export async function mayBeWrittenTo(
  tx: Kysely<Tables>,
  email: string,
  subjects: readonly string[],
  { max = mailsAnHour, hours = 1 } = {},
): Promise<boolean> {
  const { sent } = await tx
    .selectFrom('messages')
    .select(sql<number>`count(*)`.as('sent'))
    .where(sql`lower(recipient)`, '=', email.toLowerCase())
    .where('channel', '=', 'email')
    .where('subject', 'in', subjects)
    .where('created_at', '>', sql<Date>`now() - ${hours} * interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return sent < max
}
