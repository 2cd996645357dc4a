/** The life of a challenge for a second factor. `decisions.md` section 3, threat T-MFA. */
import { setup } from 'xstate'

export const challengeStates = ['open', 'passed', 'closed', 'expired'] as const
export type ChallengeState = (typeof challengeStates)[number]

export type ChallengeMove =
  | { readonly type: 'user.proved' }
  /** The fifth wrong code, or the limit of the account. */
  | { readonly type: 'server.closed' }
  | { readonly type: 'clock.expired' }

export const challengeLifecycle = setup({ types: { events: {} as ChallengeMove } }).createMachine({
  id: 'challengeStatus',
  initial: 'open',
  states: {
    open: { on: { 'user.proved': 'passed', 'server.closed': 'closed', 'clock.expired': 'expired' } },
    passed: { type: 'final' },
    closed: { type: 'final' },
    expired: { type: 'final' },
  },
})
