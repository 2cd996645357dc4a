/** Every article of the help. */
import type { Article } from './article.ts'
import { errorArticles } from './error-articles.ts'
import { faqEntries } from './faq.ts'
import { screenArticles } from './screens.ts'
import { accountArticles } from './screens-account.ts'
import { builderArticles } from './screens-builder.ts'
import { otherArticles } from './screens-others.ts'
import { studioArticles } from './screens-studio.ts'
import { companySettingArticles } from './settings/settings-company.ts'
import { connectorSettingArticles } from './settings/settings-connector.ts'
import { peopleSettingArticles } from './settings/settings-people.ts'
import { recordSettingArticles } from './settings/settings-records.ts'
import { topicArticles } from './topics.ts'

export const articles: readonly Article[] = [
  ...topicArticles,
  ...screenArticles,
  ...builderArticles,
  ...studioArticles,
  ...accountArticles,
  ...otherArticles,
  ...peopleSettingArticles,
  ...companySettingArticles,
  ...connectorSettingArticles,
  ...recordSettingArticles,
  ...errorArticles,
]

/** What the search looks through: the articles, and the questions of the FAQ at their anchors. */
export const searched: readonly Article[] = [
  ...articles,
  ...faqEntries.map(
    ({ id, question, answer, words }): Article => ({
      ...{ id, kind: 'faq', title: question, text: answer, href: `/faq#${id}` },
      ...(words === undefined ? {} : { words }),
    }),
  ),
]

export const articleOf = (id: string): Article | null => articles.find((each) => each.id === id) ?? null
