/** Joins the chart of the first visit to its call, and to the session that comes of it. */

import type { Session } from '#contract/auth/auth.ts'
import { type NewOperator, setupEndpoints, setupLimit } from '#contract/auth/setup.ts'
import type { SessionActor } from '../../machines/auth/sign-in/session.machine.ts'
import { setupMachine } from '../../machines/auth/sign-up/setup.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { call } from '../kit/api-client.ts'

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

/** One try: when the answer to a first one was lost, a second one would only hear that somebody is there. */
const patience = { retries: 0, backoffCap: 0 }

/** Makes the first company and its operator, and signs them in. */
function setUp(operator: NewOperator, signal: AbortSignal): Promise<Session> {
  return call(setupEndpoints.setUp, { body: operator, signal, patience })
}
