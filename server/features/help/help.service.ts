/** What people say of articles, and which topics they open. */
import type { Kysely } from 'kysely'
import { articleOf } from '#contract/help/articles.ts'
import type { Helpfulness } from '#contract/help/help.ts'
import { shareLimits } from '#contract/help/support-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { addTopicEvent, findAnswer, saveAnswer, shareOf } from './help.repository.ts'
import { addMissed, helpFigures } from './help-figures.repository.ts'

export function createHelpService({ db }: { readonly db: Kysely<Tables> }) {
  /** @throws `request/unknown-path` */
  async function share(caller: Caller, article: string | null): Promise<Helpfulness> {
    if (article !== null && articleOf(article) === null) throw refusal('request/unknown-path')
    const counted = await shareOf(db, article)
    return {
      own: article === null ? null : await findAnswer(db, caller, article),
      share: counted.answers < shareLimits.leastAnswers ? null : counted,
    }
  }

  return {
    share,
    /** @throws `request/unknown-path` */
    async answer(caller: Caller, article: string, isHelpful: boolean): Promise<Helpfulness> {
      if (articleOf(article) === null) throw refusal('request/unknown-path')
      await saveAnswer(db, caller, article, isHelpful)
      return share(caller, article)
    },
    async topicOpened({ companyId }: Caller, topic: string): Promise<{ success: true }> {
      await addTopicEvent(db, companyId, topic)
      return { success: true }
    },
    async missed({ companyId }: Caller): Promise<{ success: true }> {
      await addMissed(db, companyId, 'search')
      return { success: true }
    },
    figures: () => helpFigures(db),
  }
}
