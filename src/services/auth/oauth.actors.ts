/** Joins the charts of an identity provider to their calls, and to the session that comes of them. */
import { waitFor } from 'xstate'

import { oauthReturnMachine } from '../../machines/auth/sign-in/oauth-return.machine.ts'
import { oauthStartMachine } from '../../machines/auth/sign-in/oauth-start.machine.ts'
import type { SessionActor } from '../../machines/auth/sign-in/session.machine.ts'
import { selectStage } from '../../machines/auth/sign-in/session.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { finishReturn, linkIdentity, startAtProvider } from './oauth.service.ts'
import { accessOf } from './session.actors.ts'

/** Whoever leaves for a provider from elsewhere, too: one chunk for the sign-in page to name. */
export { leaveFor } from './oauth.service.ts'

export const liveOauthStartMachine = oauthStartMachine.provide({
  actors: { startAtProvider: actorFrom(({ provider, to }, signal) => startAtProvider(provider, to, signal), { limit: 20_000 }) },
})

export const liveOauthReturnMachine = (session: SessionActor) => {
  const lookedUp = () => waitFor(session, (snapshot) => selectStage(snapshot) !== 'checking')
  return oauthReturnMachine.provide({
    actors: {
      finishReturn: actorFrom(
        async (returned, signal) => {
          // Before the call: what it hands out comes once and must be kept. Loaded apart, as everywhere, so that it stays a chunk of its own.
          const { keepNow } = await import('./session.service.ts')
          const reply = await finishReturn(returned, signal)
          if ('unlinked' in reply) return reply
          if ('tested' in reply) return 'tested'
          if (!('mfaRequired' in reply)) {
            // As if another tab had signed in.
            session.send({ type: 'browser.replaced', standing: keepNow(reply) })
            return 'entered'
          }
          await lookedUp()
          session.send({ type: 'provider.challenged', challenge: reply })
          return 'challenged'
        },
        { limit: 20_000 },
      ),
      linkIdentity: actorFrom(
        async ({ ticket }, signal) => {
          await lookedUp()
          return linkIdentity(ticket, accessOf(session), signal)
        },
        { limit: 10_000 },
      ),
    },
  })
}
