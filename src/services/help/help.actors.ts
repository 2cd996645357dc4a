/** Joins what people say of articles to its calls. */
import { type HelpFigures, type Helpfulness, helpEndpoints } from '#contract/help/help.ts'
import type { HelpTopic } from '#contract/help/topics.ts'
import { articleAnswerMachine } from '../../machines/help/article-answer.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds: a share of 90 days does not move while one reads. */
const sharePause = 600_000

export const articleAnswerFor = (access: Access, article: string) =>
  articleAnswerMachine.provide({
    actors: {
      send: actorFrom(({ isHelpful }, signal) =>
        call(helpEndpoints.answer, { access, params: { article }, body: { isHelpful }, signal }),
      ),
    },
  })

/** The share of solved questions, as a list of one: of one article, or of all. */
export const shareMachine = (access: Access) =>
  listOf(async ({ article }, signal): Promise<{ items: readonly Helpfulness[]; total: number }> => {
    const query = article === undefined ? {} : { article: String(article) }
    return { items: [await call(helpEndpoints.share, { access, query, signal })], total: 1 }
  }).provide({ delays: { refreshPause: sharePause } })

/** Counted in passing: nobody waits for it, and a count that is lost is lost. */
export function countTopic(access: Access, topic: HelpTopic): void {
  const signal = AbortSignal.timeout(10_000)
  void call(helpEndpoints.topicOpened, { access, body: { topic }, signal }).catch(() => undefined)
}

/** Likewise, that a search found nothing. */
export function countMissed(access: Access): void {
  void call(helpEndpoints.missed, { access, signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
}

/** What the operator is told of the help, as a list of one. */
export const helpFiguresMachine = (access: Access) =>
  listOf(
    async (_, signal): Promise<{ items: readonly HelpFigures[]; total: number }> => ({
      items: [await call(helpEndpoints.figures, { access, signal })],
      total: 1,
    }),
  ).provide({ delays: { refreshPause: sharePause } })
