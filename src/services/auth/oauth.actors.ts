/** Joins the charts of an identity provider to their calls, and to the session that comes of them. */
import { waitFor } from 'xstate'

import { oauthReturnMachine } from '../machines/oauth-return/oauth-return.machine.ts'
import { oauthStartMachine } from '../machines/oauth-start/oauth-start.machine.ts'
import type { SessionActor } from '../machines/session/session.machine.ts'
import { selectStage } from '../machines/session/session.selectors.ts'
import { finishReturn, linkIdentity, startAtProvider } from '../services/oauth.service.ts'
import { port } from './port.ts'
import { accessOf } from './session.ts'

export const liveOauthStartMachine = oauthStartMachine.provide({
  actors: { startAtProvider: port(({ provider, to }, signal) => startAtProvider(provider, to, signal)) },
})

export const liveOauthReturnMachine = (session: SessionActor) => {
  const lookedUp = () => waitFor(session, (snapshot) => selectStage(snapshot) !== 'checking')
  return oauthReturnMachine.provide({
    actors: {
      finishReturn: port(async (returned, signal) => {
        // Before the call: what it hands out comes once and must be kept. Loaded apart, as everywhere, so that it stays a chunk of its own.
        const { keepNow } = await import('../services/auth/session.service.ts')
        const reply = await finishReturn(returned, signal)
        if ('unlinked' in reply) return reply
        if (!('mfaRequired' in reply)) {
          // As if another tab had signed in.
          session.send({ type: 'browser.replaced', standing: keepNow(reply) })
          return 'entered'
        }
        await lookedUp()
        session.send({ type: 'provider.challenged', challenge: reply })
        return 'challenged'
      }),
      linkIdentity: port(async ({ ticket }, signal) => {
        await lookedUp()
        return linkIdentity(ticket, accessOf(session), signal)
      }),
    },
  })
}
