/** Requests to support. A person reads their own; the operator those of all companies. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ReceivedRequest, SupportBundle, SupportMessage, SupportRequest } from '#contract/help/support.ts'
import { supportLimits } from '#contract/help/support-limits.ts'
import { type SupportMove, type SupportState, supportLifecycle } from '#contract/help/support-request.lifecycle.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type UserKey = { readonly companyId: string; readonly userId: string }
type Paged = { readonly limit: number; readonly offset: number }

type Row = Selectable<Tables['support_requests']>

const toRequest = (row: Row, messages: readonly SupportMessage[] = []): SupportRequest => ({
  messages: [...messages],
  ...{ id: row.id, subject: row.subject, text: row.body, status: row.status, answer: row.answer, bundle: row.bundle },
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
})

type New = UserKey & { readonly id: string; readonly subject: string; readonly text: string; readonly bundle: SupportBundle }

/** Null where the person has sent as many as a day may have. Two at once wait for each other. */
export async function addSupportRequest(tx: Db, it: New, perDay: number): Promise<SupportRequest | null> {
  const { companyId, userId, id, subject, text, bundle } = it
  await tx.selectFrom('users').select('id').where('company_id', '=', companyId).where('id', '=', userId).forUpdate().execute()
  const { sent } = await tx
    .selectFrom('support_requests')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (Number(sent) >= perDay) return null
  const row = await tx
    .insertInto('support_requests')
    .values({ id, company_id: companyId, user_id: userId, subject, body: text, bundle: jsonText(bundle) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRequest(row)
}

export async function listOwnRequests(db: Db, { companyId, userId }: UserKey, { limit, offset }: Paged) {
  const own = db.selectFrom('support_requests').where('company_id', '=', companyId).where('user_id', '=', userId)
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await own.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const messages = await messagesOfRequests(
    db,
    rows.map(({ id }) => id),
  )
  return { data: rows.map((row) => toRequest(row, messages.get(row.id))), total: Number(total) }
}

const received = (db: Db) =>
  db
    .selectFrom('support_requests as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .selectAll('s')
    .select(['c.name as company', 'u.email', sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('person')])

type ReceivedRow = Row & Pick<ReceivedRequest, 'company' | 'person' | 'email'>
const toReceived = (row: ReceivedRow, messages?: readonly SupportMessage[]): ReceivedRequest => ({
  ...toRequest(row, messages),
  ...{ company: row.company, person: row.person, email: row.email },
})

type ReceivedFilter = { readonly status?: SupportState | undefined; readonly companyId?: string | undefined }
const isWanted = ({ status, companyId }: ReceivedFilter) => sql<boolean>`
  ${status === undefined ? sql`true` : sql`s.status = ${status}`}
  and ${companyId === undefined ? sql`true` : sql`s.company_id = ${companyId}::uuid`}`

/** Of all companies or one, for the operator: open ones first, then newest first. */
export async function listReceived(db: Db, filter: ReceivedFilter, { limit, offset }: Paged) {
  const { total } = await db
    .selectFrom('support_requests as s')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isWanted(filter))
    .executeTakeFirstOrThrow()
  const rows = await received(db)
    .where(isWanted(filter))
    .orderBy(sql`s.status = 'open'`, 'desc')
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const messages = await messagesOfRequests(
    db,
    rows.map(({ id }) => id),
  )
  return { data: rows.map((row) => toReceived(row, messages.get(row.id))), total: Number(total) }
}

export type OneReceived = { readonly request: ReceivedRequest; readonly companyId: string; readonly userId: string }

export async function findReceived(db: Db, id: string): Promise<OneReceived | null> {
  const row = await received(db).where('s.id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  const messages = await messagesOfRequests(db, [id])
  return { request: toReceived(row, messages.get(id)), companyId: row.company_id, userId: row.user_id }
}

/** One of the person's own. */
export async function findOwnRequest(db: Db, { companyId, userId }: UserKey, id: string): Promise<SupportRequest | null> {
  const row = await db
    .selectFrom('support_requests')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? toRequest(row, (await messagesOfRequests(db, [id])).get(id)) : null
}

/** False where the state does not allow it. */
export async function moveRequest(tx: Db, id: string, move: SupportMove, answer?: string): Promise<boolean> {
  const from = statesAllowing(supportLifecycle, move.type) as SupportState[]
  const to = moved(supportLifecycle, from[0] ?? 'open', move, {}) as SupportState
  const { numUpdatedRows } = await tx
    .updateTable('support_requests')
    .set({
      status: to,
      ...(move.type === 'operator.answered' ? { answer: answer ?? null, answered_at: sql`now()` } : {}),
      ...(to === 'closed' ? { closed_at: sql`now()` } : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What was written after a request to support, by the person and by the operator. Whoever may read the request may read these. */
type Message = Pick<SupportMessage, 'id' | 'from' | 'text'>

/** By the id of the request, the oldest first. */
async function messagesOfRequests(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SupportMessage[]>> {
  const rows = await db
    .selectFrom('support_messages')
    .selectAll()
    .where('request_id', 'in', [...ids, '00000000-0000-0000-0000-000000000000'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const found = new Map<string, SupportMessage[]>()
  for (const { id, request_id, author, body, at } of rows) {
    const message = { id, from: author, text: body, at: at.toISOString() }
    found.set(request_id, [...(found.get(request_id) ?? []), message])
  }
  return found
}

/** Once for its id. False where the request has as many as it may have. The row of the request is held by the caller. */
export async function addMessage(tx: Db, requestId: string, { id, from, text }: Message): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into support_messages (id, request_id, author, body)
    select ${id}, ${requestId}, ${from}, ${text}
    where (select count(*) from support_messages where request_id = ${requestId}) < ${supportLimits.messagesMax}
    on conflict (id) do nothing`.execute(tx)
  if ((numAffectedRows ?? 0n) > 0n) return true
  const known = await tx.selectFrom('support_messages').select('id').where('id', '=', id).executeTakeFirst()
  return known !== undefined
}
