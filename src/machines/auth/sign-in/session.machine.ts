import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Credentials, MfaChallenge } from '#contract/auth/auth.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { failure, keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import type { SessionEvent, SessionState, SignedIn } from './session.events.ts'

/** Who is here: from the first look at the browser's storage to sign-out or expiry. `core-platform.md` section 4. */
export const sessionMachine = setup({
  types: {
    context: {} as {
      readonly standing: SessionState | null
      readonly email: string
      readonly password: string
      readonly isPasswordShown: boolean
      readonly challenge: MfaChallenge | null
      readonly problem: Problem | null
    },
    events: {} as SessionEvent,
    tags: {} as 'busy' | 'inside',
  },
  actors: {
    /** Null when the browser holds no session. */
    restoreSession: unprovidedActor<SessionState | null, void>('restoreSession'),
    signIn: unprovidedActor<SignedIn, Credentials>('signIn'),
    refreshSession: unprovidedActor<SessionState, { readonly standing: SessionState }>('refreshSession'),
    signOut: unprovidedActor<void, SessionState>('signOut'),
    watchBrowser: unprovidedCallbackActor<void>('watchBrowser'),
  },
  guards: {
    credentialsAreGiven: ({ context }) => context.email.trim() !== '' && context.password !== '',
    someoneWasHere: ({ context }) => context.standing !== null,
    isChallenged: (_, params: { readonly signedIn: SignedIn }) => 'mfaRequired' in params.signedIn,
    someoneIsRestored: (_, params: { readonly standing: SessionState | null }) => params.standing !== null,
    problemIsRetryable: (_, params: { readonly problem: Problem }) => params.problem.retryable,
  },
  actions: {
    rememberEmail: assign((_, params: { readonly email: string }) => ({ email: params.email })),
    rememberPassword: assign((_, params: { readonly password: string }) => ({ password: params.password })),
    togglePassword: assign(({ context }) => ({ isPasswordShown: !context.isPasswordShown })),
    forgetPassword: assign({ password: '', isPasswordShown: false }),
    /** The address goes with it, so that whoever expires has only the password to type. */
    rememberSessionState: assign(({ context }, { standing }: { readonly standing: SessionState | null }) => ({
      standing,
      email: standing?.user.email ?? context.email,
    })),
    /** What a sign-in led to. */
    remember: assign((_, { signedIn }: { readonly signedIn: SignedIn }) =>
      'mfaRequired' in signedIn ? { challenge: signedIn } : { standing: signedIn, email: signedIn.user.email },
    ),
    forgetChallenge: assign({ challenge: null }),
    forgetSessionState: assign({ standing: null }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
  delays: {
    /** XState's timers hold 32 bits of milliseconds; a refresh is never further away than the token lives. */
    refreshPause: ({ context }) => context.standing?.refreshIn ?? 0,
    retryPause: 10_000,
  },
}).createMachine({
  id: 'session',
  context: { standing: null, email: '', password: '', isPasswordShown: false, challenge: null, problem: null },
  invoke: {
    id: 'watchBrowser',
    src: 'watchBrowser',
    onError: { actions: rememberProblem },
  },
  on: {
    'browser.replaced': { target: '.signedIn', actions: { type: 'rememberSessionState', params: ({ event }) => event } },
    'browser.cleared': { target: '.signedOut', actions: 'forgetSessionState' },
  },
  initial: 'checking',
  states: {
    checking: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'someoneIsRestored', params: ({ event }) => ({ standing: event.output }) },
            target: 'signedIn',
            actions: { type: 'rememberSessionState', params: ({ event }) => ({ standing: event.output }) },
          },
          { target: 'signedOut' },
        ],
        onError: [
          {
            guard: { type: 'problemIsRetryable', params: failure },
            target: 'unreachable',
            actions: rememberProblem,
          },
          { target: 'signedOut', actions: rememberProblem },
        ],
      },
    },
    unreachable: {
      on: { 'user.retried': 'checking' },
    },
    signedOut: {
      entry: 'forgetSessionState',
      on: {
        'user.wroteEmail': { actions: { type: 'rememberEmail', params: ({ event }) => event } },
        'user.wrotePassword': { actions: { type: 'rememberPassword', params: ({ event }) => event } },
        'user.toggledPassword': { actions: 'togglePassword' },
        'user.submitted': { guard: 'credentialsAreGiven', target: 'signingIn' },
        'provider.challenged': {
          target: 'challenged',
          actions: { type: 'remember', params: ({ event }) => ({ signedIn: event.challenge }) },
        },
      },
    },
    signingIn: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => ({ email: context.email.trim(), password: context.password }),
        onDone: [
          {
            guard: { type: 'isChallenged', params: ({ event }) => ({ signedIn: event.output }) },
            target: 'challenged',
            actions: { type: 'remember', params: ({ event }) => ({ signedIn: event.output }) },
          },
          { target: 'signedIn', actions: { type: 'remember', params: ({ event }) => ({ signedIn: event.output }) } },
        ],
        onError: { target: 'returning', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'returning' },
    },
    /** The password was right; whoever passes the challenge arrives as if another tab had signed in. */
    challenged: {
      entry: ['forgetPassword', 'forgetProblem'],
      exit: 'forgetChallenge',
      on: {
        'user.cancelled': 'returning',
        'challenge.ended': { target: 'returning', actions: { type: 'rememberProblem', params: ({ event }) => event } },
      },
    },
    /** Back to the form that the attempt came from. */
    returning: {
      always: [{ guard: 'someoneWasHere', target: 'expired' }, { target: 'signedOut' }],
    },
    signedIn: {
      tags: 'inside',
      entry: ['forgetProblem', 'forgetPassword'],
      initial: 'fresh',
      on: { 'user.signedOut': 'signingOut' },
      states: {
        fresh: {
          after: { refreshPause: 'refreshing' },
          on: { 'browser.asked': 'refreshing' },
        },
        refreshing: {
          tags: 'busy',
          invoke: {
            id: 'refreshSession',
            src: 'refreshSession',
            input: ({ context }) => ({ standing: known(context.standing, 'standing') }),
            onDone: {
              target: 'fresh',
              actions: { type: 'rememberSessionState', params: ({ event }) => ({ standing: event.output }) },
            },
            onError: [
              {
                guard: { type: 'problemIsRetryable', params: failure },
                target: 'retrying',
              },
              {
                target: '#session.expired',
                actions: { type: 'rememberProblem', params: { problem: problem('auth/refresh-failed') } },
              },
            ],
          },
        },
        retrying: {
          after: { retryPause: 'refreshing' },
          on: { 'browser.asked': 'refreshing' },
        },
      },
    },
    signingOut: {
      tags: 'busy',
      // Whoever pressed Sign out leaves, whatever another tab does meanwhile.
      on: { 'browser.replaced': {} },
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: ({ context }) => known(context.standing, 'standing'),
        onDone: 'signedOut',
        onError: 'signedOut',
      },
    },
    /** The page stays where it is, with what was typed into it; signing in again leads back to it. */
    expired: {
      on: {
        'user.wroteEmail': { actions: { type: 'rememberEmail', params: ({ event }) => event } },
        'user.wrotePassword': { actions: { type: 'rememberPassword', params: ({ event }) => event } },
        'user.toggledPassword': { actions: 'togglePassword' },
        'user.submitted': { guard: 'credentialsAreGiven', target: 'signingIn' },
        'user.signedOut': { target: 'signingOut', actions: 'forgetPassword' },
      },
    },
  },
})

export type SessionActor = ActorRefFrom<typeof sessionMachine>
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

export type SessionStage =
  | 'checking'
  | 'unreachable'
  | 'signedOut'
  | 'signingIn'
  | 'challenged'
  | 'returning'
  | 'signedIn'
  | 'signingOut'
  | 'expired'

/** The one place that turns a state value into a word a view may switch on. */
export function selectStage(snapshot: SessionSnapshot): SessionStage {
  return typeof snapshot.value === 'string' ? snapshot.value : 'signedIn'
}

export const selectUser = (snapshot: SessionSnapshot) => snapshot.context.standing?.user ?? null
export const selectBearer = (snapshot: SessionSnapshot) => snapshot.context.standing?.accessToken ?? null
export const selectChallenge = (snapshot: SessionSnapshot) => snapshot.context.challenge
export const selectIsRefreshing = (snapshot: SessionSnapshot) => snapshot.matches({ signedIn: 'refreshing' })
export const selectIsOffline = (snapshot: SessionSnapshot) => snapshot.matches({ signedIn: 'retrying' })
