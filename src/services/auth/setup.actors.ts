/** Joins the chart of the first visit to its call, and to the session that comes of it. */
import { setupLimit } from '#contract/auth/setup.ts'
import type { SessionActor } from '../../machines/auth/sign-in/session.machine.ts'
import { setupMachine } from '../../machines/auth/sign-up/setup.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { setUp } from './setup.service.ts'

export const liveSetupMachine = (session: SessionActor) =>
  setupMachine.provide({
    actors: {
      setUp: actorFrom(
        async (operator, signal) => {
          // Before the call: what it hands out comes once and must be kept. Loaded apart, as everywhere, so that it stays a chunk of its own.
          const { keepNow } = await import('./session.service.ts')
          // As if another tab had signed in.
          session.send({ type: 'browser.replaced', standing: keepNow(await setUp(operator, signal)) })
        },
        { limit: setupLimit },
      ),
    },
  })
