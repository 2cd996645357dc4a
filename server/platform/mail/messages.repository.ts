/** Messages to people: queued here in the commit that is their reason, sent by `mailer.ts`. Times are the database's. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type MessageMove, messageLifecycle } from '#contract/admin/message.lifecycle.ts'
import type { Channel, Message } from '#contract/admin/outbox.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { NotificationCategory } from '#contract/kit/notification.ts'
import { changed } from '../database/changes.ts'
import { inOneCommit } from '../database/commit.ts'
import { hasNoJob, sendJob } from '../database/job-queues.ts'
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
  // The sweep would queue a second job between a commit of the message and one of its job.
  if (!db.isTransaction) return inOneCommit(db, (tx) => queueMessage(tx, it))
  const id = uuid()
  const byCompany = it.byCompany === true && it.channel === 'email'
  await db
    .insertInto('messages')
    .values({
      id,
      company_id: it.companyId,
      channel: it.channel,
      recipient: it.to,
      subject: oneLine(it.subject),
      body: it.text,
      status: 'queued',
      ...{ user_id: it.userId ?? null, category: it.category ?? null, summary: it.summary ?? null },
      by_company: byCompany,
    })
    .execute()
  const isSentByCompany = byCompany && it.companyId !== null && (await hasOwnMailServer(db, it.companyId))
  await queueJob(db, { id, companyId: it.companyId, byCompany: isSentByCompany })
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

type Queued = { readonly id: string; readonly companyId: string | null; readonly byCompany: boolean }

/** Queues a job for it, after so many milliseconds. A message through a company's own server delays no other company. */
async function queueJob(db: Kysely<Tables>, { id, companyId, byCompany }: Queued, after?: number): Promise<void> {
  const later = after === undefined ? {} : { after }
  if (byCompany && companyId !== null) await sendJob(db, 'company-mail', { id }, { group: companyId, ...later })
  else await sendJob(db, 'mail', { id }, later)
}

/** One attempt to send a message. */
export type MessageAttempt = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly createdAt: Date
  /** Counted from 1, a try that a crash cut off included. */
  readonly attempt: number
  readonly channel: Channel
  readonly companyId: string | null
  /** Whether it goes through the mail server of its company, as it is set now. */
  readonly byCompany: boolean
}

/** The section of settings that holds the mail server of a company. */
export const mailSection = 'notificationSettings'

const goesByCompany = sql<boolean>`(messages.by_company and exists (
  select from company_settings s where s.company_id = messages.company_id and s.section = ${mailSection}
    and s.value->'emailNotifications'->>'enabled' = 'true'))`

/** Whether mails of a company that may go through its own server have one. */
export async function hasOwnMailServer(db: Kysely<Tables>, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from company_settings s where s.company_id = ${companyId} and s.section = ${mailSection}
    and s.value->'emailNotifications'->>'enabled' = 'true'`.execute(db)
  return rows.length > 0
}

/** Seconds that a message belongs to one attempt: longer than sending may take, so that no two processes send it at once. */
const lease = 90

/** Begins a further attempt, which makes those before it void. Null where the message is not to be sent, or not yet: then a job waits for it. */
export async function beginAttempt(db: Kysely<Tables>, id: string): Promise<MessageAttempt | null> {
  const { rows } = await sql<MessageAttempt>`
    update messages set attempts = attempts + 1, lease_until = now() + ${lease} * interval '1 second'
    where id = ${id} and status = 'queued' and next_attempt_at <= now() and (lease_until is null or lease_until <= now())
    returning id, recipient as "to", subject, body as text, created_at as "createdAt", attempts as attempt, channel,
      company_id as "companyId", ${goesByCompany} as "byCompany"`.execute(db)
  if (rows[0]) return rows[0]
  const { rows: waiting } = await sql<Queued & Pause>`
    select id, company_id as "companyId", ${goesByCompany} as "byCompany", ${untilDue} as pause
    from messages where id = ${id} and status = 'queued'`.execute(db)
  for (const { pause, ...message } of waiting) await queueJob(db, message, pause)
  return null
}

/** The processes that sent them are gone: to be called where no other process uses the database. */
export async function endLeases(db: Kysely<Tables>): Promise<void> {
  await sql`update messages set lease_until = null where status = 'queued' and lease_until is not null`.execute(db)
}

type Pause = { readonly pause: number }
/** Milliseconds. */
const untilDue = sql<number>`(greatest(0, extract(epoch from greatest(next_attempt_at, coalesce(lease_until, next_attempt_at)) - now()) * 1000)::float8)`

/** Queues a job for each message that has none, for example after a restore or an upgrade. */
export async function sweepMessages(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Queued & Pause>`
    select id, company_id as "companyId", ${goesByCompany} as "byCompany", ${untilDue} as pause from messages
    where status = 'queued' and ${hasNoJob(['mail', 'company-mail'], sql.ref('messages.id'))}`.execute(db)
  for (const { pause, ...message } of rows) await queueJob(db, message, pause)
}

/** From now on the installation's mail server sends it. @param said the answer of the company's server. */
export async function fallBack(tx: Kysely<Tables>, it: Held, said: string): Promise<void> {
  const { rows } =
    await sql`update messages set by_company = false, company_refusal = ${said}, lease_until = null, attempts = 0, next_attempt_at = now()
    where ${heldBy(it)} and status = 'queued' returning id`.execute(tx)
  if (rows.length > 0) await queueJob(tx, { id: it.id, companyId: null, byCompany: false })
}

type Held = Pick<MessageAttempt, 'id' | 'attempt'>

const stateAfter = (move: MessageMove['type']) => moved(messageLifecycle, 'queued', { type: move }, undefined)
const statesBefore = (move: MessageMove['type']) => sql`any(${statesAllowing(messageLifecycle, move)})`
/** Nobody else has taken it over meanwhile. */
const heldBy = ({ id, attempt }: Held) => sql<boolean>`id = ${id} and attempts = ${attempt}`

/** The mail server took it. Its text is forgotten. */
export async function markSent(db: Kysely<Tables>, it: Held): Promise<void> {
  await sql`update messages set status = ${stateAfter('server.accepted')}, status_since = now(), lease_until = null, error = null, body = ''
    where ${heldBy(it)} and status = ${statesBefore('server.accepted')}`.execute(db)
}

/** Call it in a commit. @param error what the mail server said; @param pause milliseconds until the next try. */
export async function postpone(tx: Kysely<Tables>, it: MessageAttempt, error: string, pause: number): Promise<void> {
  const { rows } = await sql`update messages set status = ${stateAfter('server.postponed')}, lease_until = null, error = ${error},
      next_attempt_at = now() + ${pause} * interval '1 millisecond'
    where ${heldBy(it)} and status = ${statesBefore('server.postponed')} returning id`.execute(tx)
  if (rows.length > 0) await queueJob(tx, it, pause)
}

/** @param error what the mail server said, or null where what it said last stays. */
export async function markFailed(db: Kysely<Tables>, it: Held, error: string | null): Promise<void> {
  await sql`update messages set status = ${stateAfter('server.gaveUp')}, status_since = now(), lease_until = null,
      error = coalesce(${error}, error, 'The server process stopped during each attempt.')
    where ${heldBy(it)} and status = ${statesBefore('server.gaveUp')}`.execute(db)
}

/** Nothing can send it. */
export async function keep(db: Kysely<Tables>, it: Held): Promise<void> {
  await sql`update messages set status = ${stateAfter('server.kept')}, status_since = now(), lease_until = null
    where ${heldBy(it)} and status = ${statesBefore('server.kept')}`.execute(db)
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
