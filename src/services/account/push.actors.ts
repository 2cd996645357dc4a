import { pushBrowserMachine } from '../../machines/account/notifications/push-browser.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { lookAtBrowser, subscribeBrowser, unsubscribeBrowser } from './push.service.ts'
import type { Own } from './security.service.ts'

export const livePushBrowserMachine = (own: Own) =>
  pushBrowserMachine.provide({
    actors: {
      look: actorFrom((_, signal) => lookAtBrowser(own, signal)),
      // The browser asks the person, who is waited for.
      subscribe: actorFrom((_, signal) => subscribeBrowser(own, signal), { limit: null }),
      unsubscribe: actorFrom((_, signal) => unsubscribeBrowser(own, signal)),
    },
  })
