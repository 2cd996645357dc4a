import { helpSearchMachine } from '../../machines/help/help-search.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { countMissed } from './help.actors.ts'

/** Articles that are offered for a question. */
const most = 6

/** What searches is loaded with the first question. */
export const liveHelpSearchMachine = (access: Access) =>
  helpSearchMachine.provide({
    actors: {
      search: actorFrom(async ({ question }) => (await import('#contract/help/search.ts')).searchArticles(question, most)),
    },
    actions: { countMissed: () => countMissed(access) },
  })
