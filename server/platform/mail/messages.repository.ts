/** What is sent to people: queued here in the commit that is its reason, sent by `mailer.ts`. Times are the database's. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type MessageMove, messageLifecycle } from '#contract/admin/message.lifecycle.ts'
import type { Channel, Message } from '#contract/admin/outbox.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { NotificationCategory } from '#contract/kit/notification.ts'
import { changed } from '../database/changes.ts'
import type { Tables } from '../database/tables/tables.ts'

export type NewMessage = {
  /** Null: of no company, as for an email that is nobody's. */
  readonly companyId: string | null
  readonly channel: Channel
  /** An email address, or a phone number. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Whom it is for: they find it in their history. Absent of a message to an address that is nobody's. */
  readonly userId?: string
  readonly category?: NotificationCategory
  /** What the history shows of it, without links and codes; absent where nothing else stood in it. */
  readonly summary?: string
  /** Whether it goes through the mail server of the company, where it has one. Never what a person signs in by. */
  readonly byCompany?: boolean
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
      ...{ user_id: it.userId ?? null, category: it.category ?? null, summary: it.summary ?? null },
      by_company: it.byCompany === true && it.channel === 'email',
    })
    .execute()
  const { companyId, userId } = it
  if (companyId !== null && userId !== undefined) await changed(db, { companyId, userId, what: 'bell' })
}

/** A subject is a header, and names of people and companies stand in it. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const toMessage = (row: Selectable<Tables['messages']>): Message => ({
  id: row.id,
  channel: row.channel,
  to: row.recipient,
  subject: row.subject,
  text: row.body,
  status: row.status,
  statusSince: row.status_since.toISOString(),
  error: row.error,
  createdAt: row.created_at.toISOString(),
})

type MessagesQuery = {
  readonly to: string | undefined
  readonly page: number
  readonly limit: number
  /** Whether what went to the operators is shown as well. */
  readonly withOperator: boolean
}

/** Messages of the whole product, newest first, and how many there are. `to` is one recipient, whatever its case; `page` counts from 1. */
export async function listMessages(
  db: Kysely<Tables>,
  { to, page, limit, withOperator }: MessagesQuery,
): Promise<{ data: Message[]; total: number }> {
  const wanted = db
    .selectFrom('messages')
    .$if(to !== undefined, (all) => all.where(sql`lower(recipient)`, '=', sql`lower(${to})`))
    .$if(!withOperator, (all) =>
      all.where(sql<boolean>`lower(recipient) not in (select lower(email) from users where role = 'SUPER_ADMIN')`),
    )
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { data: rows.map(toMessage), total }
}

/** A message in the hands of one sender, who has so long as its lease. */
export type LeasedMessage = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly createdAt: Date
  /** Counted from 1, a try that a crash cut off included. */
  readonly attempt: number
  readonly channel: Channel
}

/** The section of settings that holds the mail server of a company. */
export const mailSection = 'notificationSettings'

/** Whether a message goes through the mail server of its company, as it is set now. */
const goesByCompany = sql`(messages.by_company and exists (
  select from company_settings s where s.company_id = messages.company_id and s.section = ${mailSection}
    and s.value->'emailNotifications'->>'enabled' = 'true'))`

/** Whether mails of a company that may go through its own server have one. */
export async function hasOwnMailServer(db: Kysely<Tables>, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from company_settings s where s.company_id = ${companyId} and s.section = ${mailSection}
    and s.value->'emailNotifications'->>'enabled' = 'true'`.execute(db)
  return rows.length > 0
}

const isDue = sql`status = 'queued' and next_attempt_at <= now() and (lease_until is null or lease_until <= now())`

/**
 * Takes the message of these channels that has been due longest, and that no other sender holds.
 * @param lease in milliseconds; @param companyId whose mail server it goes through; null: the installation's own.
 */
export async function leaseDueMessage(
  db: Kysely<Tables>,
  lease: number,
  channels: readonly Channel[] = ['email'],
  companyId: string | null = null,
): Promise<LeasedMessage | null> {
  const lane = companyId === null ? sql`not ${goesByCompany}` : sql`company_id = ${companyId} and ${goesByCompany}`
  const { rows } = await sql<LeasedMessage>`
    update messages set lease_until = now() + ${lease} * interval '1 millisecond', attempts = attempts + 1
    where id = (
      select id from messages
      where ${isDue} and channel = any(${channels}) and ${lane}
      order by next_attempt_at limit 1 for update skip locked)
    returning id, recipient as "to", subject, body as text, created_at as "createdAt", attempts as attempt, channel`.execute(db)
  return rows[0] ?? null
}

/** Companies whose own mail server has something to do. */
export async function companiesWithMail(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct company_id as id from messages where by_company and ${isDue} and ${goesByCompany}`.execute(db)
  return rows.map(({ id }) => id)
}

/** From now on it goes through the mail server of the installation. @param said what the one of the company said. */
export async function fallBack(db: Kysely<Tables>, it: Held, said: string): Promise<void> {
  await sql`update messages set by_company = false, company_refusal = ${said}, lease_until = null, attempts = 0, next_attempt_at = now()
    where ${heldBy(it)} and status = 'queued'`.execute(db)
}

type Held = Pick<LeasedMessage, 'id' | 'attempt'>

const stateAfter = (move: MessageMove['type']) => moved(messageLifecycle, 'queued', { type: move }, undefined)
const statesBefore = (move: MessageMove['type']) => sql`any(${statesAllowing(messageLifecycle, move)})`
/** Nobody else has taken it over meanwhile. */
const heldBy = ({ id, attempt }: Held) => sql<boolean>`id = ${id} and attempts = ${attempt}`

/** The mail server took it. Its text is forgotten. */
export async function markSent(db: Kysely<Tables>, it: Held): Promise<void> {
  await sql`update messages set status = ${stateAfter('server.accepted')}, status_since = now(), lease_until = null, error = null, body = ''
    where ${heldBy(it)} and status = ${statesBefore('server.accepted')}`.execute(db)
}

/** @param error what the mail server said; @param pause milliseconds until the next try. */
export async function postpone(db: Kysely<Tables>, it: Held, error: string, pause: number): Promise<void> {
  await sql`update messages set status = ${stateAfter('server.postponed')}, lease_until = null, error = ${error},
      next_attempt_at = now() + ${pause} * interval '1 millisecond'
    where ${heldBy(it)} and status = ${statesBefore('server.postponed')}`.execute(db)
}

/** @param error what the mail server said, or null where what it said last stays. */
export async function markFailed(db: Kysely<Tables>, it: Held, error: string | null): Promise<void> {
  await sql`update messages set status = ${stateAfter('server.gaveUp')}, status_since = now(), lease_until = null,
      error = coalesce(${error}, error, 'The process ended each time that it was sent.')
    where ${heldBy(it)} and status = ${statesBefore('server.gaveUp')}`.execute(db)
}

/** Those that nothing can send: of every channel but these. */
export async function keepUnsendable(db: Kysely<Tables>, sendable: readonly Channel[]): Promise<void> {
  await sql`update messages set status = ${stateAfter('server.kept')}, status_since = now()
    where status = ${statesBefore('server.kept')} and channel <> all(${sendable}::text[]) and not ${goesByCompany}
      and (lease_until is null or lease_until <= now())`.execute(db)
}

/** The texts of messages that are older than so many days: their links and codes are dead. */
export async function forgetOldTexts(db: Kysely<Tables>, days: number): Promise<void> {
  await sql`update messages set body = '' where created_at < now() - ${days} * interval '1 day' and status <> 'queued' and body <> ''`.execute(
    db,
  )
}

/** Messages that are older than so many days. */
export async function forgetOldMessages(db: Kysely<Tables>, days: number): Promise<void> {
  await sql`delete from messages where created_at < now() - ${days} * interval '1 day' and status <> 'queued'`.execute(db)
}
