/** What people look for and do not find, and what they say of the answers: counted over all companies, naming nobody. */
import { type Kysely, sql } from 'kysely'
import type { HelpFigures } from '#contract/help/help.ts'
import { shareLimits } from '#contract/help/support-limits.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

const wordsMax = 10

/** @param words of a fixed vocabulary; what somebody typed is not kept. */
export async function addMissed(
  db: Db,
  companyId: string,
  source: 'search' | 'assistant',
  words: readonly string[] = [],
): Promise<void> {
  const counted = ['', ...new Set(words)].slice(0, wordsMax + 1)
  await sql`insert into help_misses (company_id, source, word, count)
    select ${companyId}, ${source}, word, 1 from unnest(${counted}::text[]) as word
    on conflict (company_id, day, source, word) do update set count = help_misses.count + 1`.execute(db)
}

export async function forgetOldMisses(db: Db): Promise<void> {
  await sql`delete from help_misses where day < current_date - ${shareLimits.days}::int`.execute(db)
}

export async function helpFigures(db: Db): Promise<HelpFigures> {
  const since = sql`now() - ${shareLimits.days} * interval '1 day'`
  const topics = await sql<{ name: string; count: number }>`
    select topic as name, count(*)::int as count from help_events where at > ${since} group by 1 order by 2 desc, 1`.execute(db)
  const missed = await sql<{ source: 'search' | 'assistant'; word: string; count: number }>`
    select source, word, sum(count)::int as count from help_misses where day > current_date - ${shareLimits.days}::int
    group by 1, 2 order by 3 desc, 2`.execute(db)
  const opinions = await sql<{ helpful: number; notHelpful: number }>`
    select count(*) filter (where feedback = 'helpful')::int as helpful, count(*) filter (where feedback <> 'helpful')::int as "notHelpful"
    from assistant_feedback where given_at > ${since}`.execute(db)
  const countOf = (source: string) => missed.rows.find((it) => it.source === source && it.word === '')?.count ?? 0
  const words = missed.rows.filter(({ word }) => word !== '').slice(0, wordsMax)
  return {
    topics: topics.rows,
    missed: { search: countOf('search'), assistant: countOf('assistant') },
    words: words.map(({ word, count }) => ({ name: word, count })),
    opinions: opinions.rows[0] ?? { helpful: 0, notHelpful: 0 },
  }
}
