/** The one way by which people are told something that they may refuse: by the channels that they have chosen for its category. */
import type { Kysely } from 'kysely'
import type { NotificationCategory } from '#contract/kit/notification.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { type Mail, summaryOf } from '../../platform/mail/mails.ts'
import { queueMessage } from '../../platform/mail/messages.repository.ts'
import { findChannels } from './notification-preferences.repository.ts'

type UserKey = { readonly companyId: string; readonly userId: string }

/** To be called in the commit that is its reason. @returns by how many channels it goes. */
export async function notify(tx: Kysely<Tables>, whose: UserKey, category: NotificationCategory, mail: Mail): Promise<number> {
  const channels = await findChannels(tx, whose, category)
  const summary = summaryOf(mail)
  for (const { channel, to } of channels) {
    const text = channel === 'email' ? mail.text : `${mail.subject}. ${summary}`.slice(0, shortMax)
    // What is about security never depends on a server that the company has named.
    const byCompany = category !== 'security'
    await queueMessage(tx, { ...whose, category, channel, to, subject: mail.subject, text, summary, byCompany })
  }
  return channels.length
}

/** Characters of a message that is no email. */
const shortMax = 600
