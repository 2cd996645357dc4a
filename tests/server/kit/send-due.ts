/** What the mail jobs would do now. Where several processes send at once, a test starts the jobs themselves. */
import { sql } from 'kysely'

import { type MailerDeps, sendMessage } from '#server/platform/mail/mailer.ts'

const never = new AbortController().signal

export async function sendDue(deps: MailerDeps, leaving = never): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from messages where status = 'queued' and next_attempt_at <= now()
    order by next_attempt_at`.execute(deps.db)
  await Promise.all(rows.map(({ id }) => sendMessage(deps, id, leaving)))
}
