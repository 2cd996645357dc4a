/** Which topics are opened, and what people say of articles. The share is of all companies together: it names nobody. */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { shareLimits } from '#contract/help/support-limits.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type UserKey = { readonly companyId: string; readonly userId: string }

export async function addTopicEvent(db: Db, companyId: string, topic: string): Promise<void> {
  await db.insertInto('help_events').values({ id: uuid(), company_id: companyId, topic }).execute()
}

export async function saveAnswer(db: Db, { companyId, userId }: UserKey, article: string, isHelpful: boolean): Promise<void> {
  await db
    .insertInto('help_answers')
    .values({ company_id: companyId, user_id: userId, article, is_helpful: isHelpful })
    // The same answer again changes nothing, not even its time.
    .onConflict((on) =>
      on
        .columns(['user_id', 'article'])
        .doUpdateSet({ is_helpful: isHelpful, at: sql`now()` })
        .where('help_answers.is_helpful', '!=', isHelpful),
    )
    .execute()
}

export async function findAnswer(db: Db, { companyId, userId }: UserKey, article: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('help_answers')
    .select('is_helpful')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('article', '=', article)
    .executeTakeFirst()
  return row?.is_helpful ?? null
}

/** What was said of articles and of answers of the assistant. */
const allFeedback = sql`(
  select user_id, company_id, article, is_helpful, at from help_answers
  union all select user_id, company_id, null, feedback = 'helpful', given_at from assistant_feedback)`

/**
 * Solved: the person said so, and wrote to support neither then nor within the hours after it. Answers that are younger than that are not
 * counted yet. @param article null: of all articles, and of the answers of the assistant.
 */
export async function shareOf(db: Db, article: string | null): Promise<{ solved: number; answers: number }> {
  const { days, supportHours } = shareLimits
  const { rows } = await sql<{ solved: number; answers: number }>`
    select count(*)::int as answers, count(*) filter (where a.is_helpful and not exists (
      select from support_requests s where s.user_id = a.user_id and s.company_id = a.company_id
        and s.created_at >= a.at and s.created_at < a.at + ${supportHours} * interval '1 hour'))::int as solved
    from ${allFeedback} as a
    where a.at > now() - ${days} * interval '1 day' and a.at <= now() - ${supportHours} * interval '1 hour'
      ${article === null ? sql`` : sql`and a.article = ${article}`}`.execute(db)
  return rows[0] ?? { solved: 0, answers: 0 }
}
