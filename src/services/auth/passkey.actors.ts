/** Joins a sign-in with a passkey to the device, the call, and the session that comes of it. */
import { passkeySignInMachine } from '../../machines/auth/sign-in/passkey-sign-in.machine.ts'
import type { SessionActor } from '../../machines/auth/sign-in/session.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { loadPart } from '../kit/page.ts'

export const livePasskeySignInMachine = (session: SessionActor) =>
  passkeySignInMachine.provide({
    actors: {
      signInWithPasskey: actorFrom(
        async ({ second }, signal) => {
          const { signInWithPasskey } = await loadPart(() => import('./passkey.service.ts'))
          // Before the call: what it hands out comes once and must be kept.
          const { keepNow } = await import('./session.service.ts')
          const signedIn = await signInWithPasskey(second, signal)
          // As if another tab had signed in.
          session.send({ type: 'browser.replaced', standing: keepNow(signedIn) })
        },
        // A person is waited for; their device has a limit of its own.
        { limit: null },
      ),
    },
  })
