import type { ActorRefFrom } from 'xstate'
import type { Helpfulness } from '#contract/help/help.ts'
import { createRequestMachine } from '../kit/request.machine.ts'

/** What somebody says of an article: whether it was helpful. They may say something else later. */
export const articleAnswerMachine = createRequestMachine<{ readonly isHelpful: boolean }, Helpfulness>({
  id: 'article-answer',
  keepsResponse: true,
})

export type ArticleAnswerActor = ActorRefFrom<typeof articleAnswerMachine>
