/** Conversations with the assistant. Every query names the person: nobody reads another one's. */
import { type Kysely, sql } from 'kysely'
import type { Answer, Conversation, Message, Opinion } from '#contract/assistant/assistant.ts'
import type { AssistantPage } from '#contract/assistant/assistant-limits.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Person = { readonly companyId: string; readonly userId: string }
type Detail = { readonly page: AssistantPage; readonly connectorName: string | null }

/** Questions that a person asked in the last minute. */
export async function countRecentQuestions(db: Db, { companyId, userId }: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from assistant_messages
    where company_id = ${companyId} and user_id = ${userId} and role = 'user' and created_at > now() - interval '1 minute'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function listConversations(db: Db, { companyId, userId }: Person, limit: number): Promise<Conversation[]> {
  const { rows } = await sql<{ id: string; title: string; at: Date; messages: number }>`
    select c.id, c.title, c.updated_at as at, (select count(*)::int from assistant_messages m where m.conversation_id = c.id) as messages
    from assistant_conversations c where c.company_id = ${companyId} and c.user_id = ${userId}
    order by c.updated_at desc, c.id desc limit ${limit}`.execute(db)
  return rows.map(({ at, ...it }) => ({ ...it, updatedAt: at.toISOString() }))
}

export async function findConversation(db: Db, { companyId, userId }: Person, id: string): Promise<Conversation | null> {
  const { rows } = await sql<{ id: string; title: string; at: Date; messages: number }>`
    select c.id, c.title, c.updated_at as at, (select count(*)::int from assistant_messages m where m.conversation_id = c.id) as messages
    from assistant_conversations c where c.id = ${id} and c.company_id = ${companyId} and c.user_id = ${userId}`.execute(db)
  return rows[0] ? { id, title: rows[0].title, messages: rows[0].messages, updatedAt: rows[0].at.toISOString() } : null
}

type Row = {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly detail: unknown
  readonly at: Date
  readonly feedback: Opinion['feedback'] | null
  readonly comment: string | null
}

/** The newest of them, oldest first. */
export async function messagesOf(db: Db, { companyId, userId }: Person, id: string, limit: number): Promise<Message[]> {
  const { rows } = await sql<Row>`
    select * from (
      select m.id, m.role, m.content, m.detail, m.created_at as at, f.feedback, f.comment
      from assistant_messages m left join assistant_feedback f on f.interaction_id = m.id and f.company_id = m.company_id and f.user_id = m.user_id
      where m.conversation_id = ${id} and m.company_id = ${companyId} and m.user_id = ${userId}
      order by m.created_at desc, m.role, m.id desc limit ${limit}) as newest order by at, role desc, id`.execute(db)
  return rows.map(({ at, role, detail, feedback, comment, ...it }) => {
    const timestamp = at.toISOString()
    return role === 'user'
      ? { ...it, timestamp, type: 'user', ...(detail as Detail) }
      : { ...it, timestamp, type: 'assistant', answer: { ...answerOf(detail), opinion: opinionOf(feedback, comment) } }
  })
}

const opinionOf = (feedback: Opinion['feedback'] | null, comment: string | null): Opinion | null =>
  feedback === null ? null : { feedback, comment: comment ?? '' }

/** Answers of before have no list of what was pressed, and no provider. */
const answerOf = (detail: unknown): Answer => ({
  ...{ pressed: [], provider: null, note: null, opinion: null },
  ...(detail as Omit<Answer, 'pressed' | 'provider' | 'note' | 'opinion'>),
})

/** An answer of the person; null where there is none. */
export async function findAnswer(db: Db, { companyId, userId }: Person, id: string, isLocked = false): Promise<Answer | null> {
  const { rows } = await sql<{ detail: unknown }>`
    select detail from assistant_messages
    where id = ${id} and company_id = ${companyId} and user_id = ${userId} and role = 'assistant' ${isLocked ? sql`for update` : sql``}`.execute(
    db,
  )
  return rows[0] ? answerOf(rows[0].detail) : null
}

export async function keepPressed(tx: Db, { companyId, userId }: Person, id: string, pressed: Answer['pressed']): Promise<void> {
  await sql`
    update assistant_messages set detail = jsonb_set(detail, '{pressed}', ${JSON.stringify(pressed)}::jsonb)
    where id = ${id} and company_id = ${companyId} and user_id = ${userId} and role = 'assistant'`.execute(tx)
}

type NewTurn = Person & {
  readonly question: { readonly id: string; readonly content: string } & Detail
  readonly answer: Answer
}

/** Keeps a question with its answer; the same ones again change nothing. */
export async function keepTurn(tx: Db, { companyId, userId, question, answer }: NewTurn, title: string): Promise<void> {
  const { id, content, ...detail } = question
  const { conversationId, at } = answer
  await sql`insert into assistant_conversations (id, company_id, user_id, title, created_at, updated_at)
    values (${conversationId}, ${companyId}, ${userId}, ${title}, ${at}, ${at})
    on conflict (id) do update set updated_at = excluded.updated_at
    where assistant_conversations.user_id = ${userId} and assistant_conversations.company_id = ${companyId}`.execute(tx)
  await sql`insert into assistant_messages (id, conversation_id, company_id, user_id, role, content, detail, created_at)
    values (${id}, ${conversationId}, ${companyId}, ${userId}, 'user', ${content}, ${JSON.stringify(detail)}::jsonb, ${at}),
      (${answer.interactionId}, ${conversationId}, ${companyId}, ${userId}, 'assistant', ${answer.message}, ${JSON.stringify(answer)}::jsonb, ${at})
    on conflict (id) do nothing`.execute(tx)
}

type Feedback = {
  readonly interactionId: string
  readonly feedback: 'helpful' | 'not-helpful'
  readonly comment: string
  readonly intent: string
  readonly speaker: string
}

/** The newest opinion counts; the same one again changes nothing, not even its time. */
export async function keepFeedback(db: Db, { companyId, userId }: Person, it: Feedback): Promise<void> {
  const { interactionId, ...values } = it
  const row = { interaction_id: interactionId, company_id: companyId, user_id: userId, ...values }
  await db
    .insertInto('assistant_feedback')
    .values(row)
    .onConflict((on) =>
      on
        .column('interaction_id')
        .doUpdateSet({ ...values, given_at: sql`now()` })
        .where(({ eb, or }) =>
          or([eb('assistant_feedback.feedback', '!=', values.feedback), eb('assistant_feedback.comment', '!=', values.comment)]),
        ),
    )
    .execute()
}

export async function removeConversation(db: Db, { companyId, userId }: Person, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from assistant_conversations where id = ${id} and company_id = ${companyId} and user_id = ${userId}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Of every company. */
export async function forgetOldConversations(db: Db, days: number): Promise<void> {
  await sql`delete from assistant_conversations where updated_at < now() - ${days} * interval '1 day'`.execute(db)
}
