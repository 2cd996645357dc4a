import { helpSearchMachine } from '../../machines/help/help-search.machine.ts'
import { actorFrom } from '../kit/actor.ts'

/** Articles that are offered for a question. */
const most = 6

/** What searches is loaded with the first question. */
export const liveHelpSearchMachine = helpSearchMachine.provide({
  actors: {
    search: actorFrom(async ({ question }) => (await import('#contract/help/search.ts')).searchArticles(question, most)),
  },
})
