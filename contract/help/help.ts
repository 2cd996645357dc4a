/** What people say of articles, and which topics they open. `worklist.md` X22, X35. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, oneOf, orNull } from '../kit/schemas.ts'

const ArticleId = Type.String({ maxLength: 100, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' })

/** Null below the least number of answers: a share of a few says nothing. */
export const Share = orNull(Type.Object({ solved: Count, answers: Count }))
export const Helpfulness = Type.Object({
  /** What the person said of the article; null where they said nothing, or no article was asked for. */
  own: orNull(Type.Boolean()),
  share: Share,
})
export type Helpfulness = Static<typeof Helpfulness>

const Counted = Type.Array(Type.Object({ name: Type.String(), count: Count }))
/** Over all companies in the days of the share; nobody is named. */
export const HelpFigures = Type.Object({
  /** Quick topics that were opened. */
  topics: Counted,
  /** Questions that found nothing, where they were asked. */
  missed: Type.Object({ search: Count, assistant: Count }),
  /** Words of the product that such questions to the assistant held. */
  words: Counted,
  /** What people said of answers of the assistant. */
  opinions: Type.Object({ helpful: Count, notHelpful: Count }),
})
export type HelpFigures = Static<typeof HelpFigures>

export const helpEndpoints = {
  share: endpoint({
    method: 'GET',
    path: '/api/help/share',
    summary: 'Get how many questions were solved, overall or for one article',
    access: everyRole,
    scope: 'session',
    query: closed({ article: Type.Optional(ArticleId) }),
    status: 200,
    reply: Helpfulness,
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/api/help/articles/:article/answer',
    summary: 'Rate an article. A second rating replaces the first',
    access: everyRole,
    scope: 'session',
    audit: 'none',
    params: closed({ article: ArticleId }),
    body: closed({ isHelpful: Type.Boolean() }),
    status: 200,
    reply: Helpfulness,
  }),
  topicOpened: endpoint({
    method: 'POST',
    path: '/api/help/topics',
    summary: 'Count an opened quick topic',
    access: everyRole,
    scope: 'session',
    audit: 'none',
    body: closed({ topic: oneOf('integration', 'troubleshooting', 'mapping') }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
  missed: endpoint({
    method: 'POST',
    path: '/api/help/missed',
    summary: 'Count a help search without results. The search text is not sent',
    access: everyRole,
    scope: 'session',
    audit: 'none',
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/help/figures',
    summary: 'Get searches without results and article ratings of all companies',
    access: ['SUPER_ADMIN'],
    scope: 'session',
    status: 200,
    reply: HelpFigures,
  }),
} as const
