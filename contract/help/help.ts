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

export const helpEndpoints = {
  share: endpoint({
    method: 'GET',
    path: '/api/help/share',
    summary: 'How many questions were solved, of all articles or of one, as far as enough people answered',
    access: everyRole,
    scope: 'session',
    query: closed({ article: Type.Optional(ArticleId) }),
    status: 200,
    reply: Helpfulness,
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/api/help/articles/:article/answer',
    summary: 'Say whether an article was helpful; a second answer takes the place of the first',
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
    summary: 'Count that a quick topic was opened',
    access: everyRole,
    scope: 'session',
    audit: 'none',
    body: closed({ topic: oneOf('integration', 'troubleshooting', 'mapping') }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
