/** Joins the question for a second factor to its calls, and to the session that comes of it. */
import { verifyLimit } from '#contract/auth/mfa.ts'
import { problem } from '#contract/kit/problem.ts'
import { challengeMachine } from '../../machines/auth/mfa/challenge.machine.ts'
import { resendMachine } from '../../machines/auth/mfa/resend.machine.ts'
import type { SessionActor } from '../../machines/auth/sign-in/session.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { resendCode, verifyMfa } from './challenge.service.ts'

export const liveChallengeMachine = (session: SessionActor) =>
  challengeMachine.provide({
    actions: {
      announceEnded: () => session.send({ type: 'challenge.ended', problem: problem('auth/challenge-over') }),
    },
    actors: {
      verifyMfa: actorFrom(
        async (proof, signal) => {
          // Before the call: what it hands out comes once and must be kept. Loaded apart, as everywhere, so that it stays a chunk of its own.
          const { keepNow } = await import('./session.service.ts')
          // As if another tab had signed in.
          session.send({ type: 'browser.replaced', standing: keepNow(await verifyMfa(proof, signal)) })
        },
        { limit: verifyLimit, late: 'auth/mfa-timeout' },
      ),
    },
  })

export const liveResendMachine = resendMachine.provide({ actors: { resendCode: actorFrom(resendCode, { limit: verifyLimit }) } })
