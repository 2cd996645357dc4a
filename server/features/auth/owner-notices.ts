/** What the owner of an account is told by email when the ways into it change: whoever holds a stolen session cannot keep that quiet. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { type Mail, summaryOf } from '../../platform/mail/mails.ts'
import { queueMessage } from '../../platform/mail/messages.repository.ts'
import { findAccountOf } from './users.repository.ts'

type UserKey = { readonly userId: string; readonly companyId: string }

/** To be called in the commit that is its reason. It goes by email whatever the person has chosen: nobody who holds their session can keep it quiet. */
export async function notifyOwner(tx: Kysely<Tables>, { userId, companyId }: UserKey, mail: Mail): Promise<void> {
  const account = await findAccountOf(tx, { userId, companyId })
  if (!account) return
  const summary = summaryOf(mail)
  await queueMessage(tx, { companyId, userId, category: 'security', channel: 'email', to: account.email, ...mail, summary })
}
