/** Joins the chart of the first visit to its call, and to the session that comes of it. */
import type { SessionActor } from '../machines/session/session.machine.ts'
import { setupMachine } from '../machines/setup/setup.machine.ts'
import { setUp } from '../services/setup.service.ts'
import { port } from './port.ts'

export const liveSetupMachine = (session: SessionActor) =>
  setupMachine.provide({
    actors: {
      setUp: port(async (operator, signal) => {
        // Before the call: what it hands out comes once and must be kept. Loaded apart, as everywhere, so that it stays a chunk of its own.
        const { keepNow } = await import('../services/auth/session.service.ts')
        // As if another tab had signed in.
        session.send({ type: 'browser.replaced', standing: keepNow(await setUp(operator, signal)) })
      }),
    },
  })
