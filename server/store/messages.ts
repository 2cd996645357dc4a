/** What is sent to people: queued here in the commit that is its reason, sent by `mailer.ts`. Times are the database's. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Channel } from '../../contract/outbox.ts'
import type { Tables } from './tables.ts'

export type NewMessage = {
  /** Null: of no company, as for an e-mail that is nobody's. */
  readonly companyId: string | null
  readonly channel: Channel
  /** An e-mail address, or a phone number. */
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** To be called in the commit that is the reason of the message. It is sent afterwards, at least once. */
export async function queueMessage(db: Kysely<Tables>, it: NewMessage): Promise<void> {
  await db
    .insertInto('messages')
    .values({
      id: uuid(),
      company_id: it.companyId,
      channel: it.channel,
      recipient: it.to,
      subject: oneLine(it.subject),
      body: it.text,
      status: 'queued',
    })
    .execute()
}

/** A subject is a header, and names of people and companies stand in it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const oneLine = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
