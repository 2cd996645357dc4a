import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { ProviderReturn, Unlinked } from '#contract/auth/oauth.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectStage = (snapshot: OauthReturnSnapshot) => snapshot.value

export type OauthReturnEvent = { readonly type: 'user.connected' } | { readonly type: 'user.cancelled' }

/** How the person comes to this page. */
export type Arrival = {
  /** What the provider sent; null when it sent none, or a refusal. */
  readonly returned: ProviderReturn | null
  /** The state that this tab kept when it left for the provider. RFC 6749 section 10.12. */
  readonly keptState: string | null
  /** An identity that was proved in this tab before, and that whoever has signed in since wants connected. */
  readonly proved: Unlinked | null
}

/** What a return leads to: somebody is inside, a second factor is asked for, it was only a test, or the identity belongs to no account. */
export type Finished = 'entered' | 'challenged' | 'tested' | Unlinked

/** Back from an identity provider. `core-platform.md` section 2. */
export const oauthReturnMachine = setup({
  types: {
    context: {} as { readonly arrival: Arrival; readonly identity: Unlinked | null; readonly problem: Problem | null },
    events: {} as OauthReturnEvent,
    input: {} as Arrival,
    tags: {} as 'busy',
  },
  actors: {
    /** Exchanges what the provider sent; whoever fills this port tells the session what comes of it. */
    finishReturn: unprovidedActor<Finished, ProviderReturn>('finishReturn'),
    linkIdentity: unprovidedActor<void, { readonly ticket: string }>('linkIdentity'),
  },
  guards: {
    /** The return of a way that began in this tab: a link that somebody sent carries another state. */
    returnIsOurs: ({ context: { arrival } }) => arrival.returned !== null && arrival.returned.state === arrival.keptState,
    identityWasProved: ({ context: { arrival } }) => arrival.returned === null && arrival.proved !== null,
    isUnlinked: (_, params: { readonly finished: Finished }) => typeof params.finished === 'object',
    isChallenged: (_, params: { readonly finished: Finished }) => params.finished === 'challenged',
    isTested: (_, params: { readonly finished: Finished }) => params.finished === 'tested',
  },
  actions: {
    rememberIdentity: assign((_, { finished }: { readonly finished: Finished | null }) => ({
      identity: typeof finished === 'object' ? finished : null,
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'oauth-return',
  context: ({ input }) => ({ arrival: input, identity: null, problem: null }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [
        { guard: 'returnIsOurs', target: 'finishing' },
        {
          guard: 'identityWasProved',
          target: 'linking',
          actions: { type: 'rememberIdentity', params: ({ context }) => ({ finished: context.arrival.proved }) },
        },
        { target: 'failed', actions: { type: 'rememberProblem', params: { problem: problem('oauth/failed') } } },
      ],
    },
    finishing: {
      tags: 'busy',
      invoke: {
        id: 'finishReturn',
        src: 'finishReturn',
        input: ({ context }) => known(context.arrival.returned, 'returned'),
        onDone: [
          {
            guard: { type: 'isUnlinked', params: ({ event }) => ({ finished: event.output }) },
            target: 'unlinked',
            actions: { type: 'rememberIdentity', params: ({ event }) => ({ finished: event.output }) },
          },
          { guard: { type: 'isChallenged', params: ({ event }) => ({ finished: event.output }) }, target: 'challenged' },
          { guard: { type: 'isTested', params: ({ event }) => ({ finished: event.output }) }, target: 'tested' },
          { target: 'entered' },
        ],
        onError: { target: 'failed', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'left' },
    },
    /** The identity waits for its person to sign in otherwise, or for another try to connect it. */
    unlinked: {
      on: { 'user.connected': 'connecting', 'user.cancelled': 'left' },
    },
    linking: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'linkIdentity',
        src: 'linkIdentity',
        input: ({ context }) => ({ ticket: known(context.identity, 'identity').ticket }),
        onDone: 'entered',
        onError: { target: 'unlinked', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'left' },
    },
    entered: { type: 'final' },
    challenged: { type: 'final' },
    /** Nobody was signed in. */
    tested: { type: 'final' },
    connecting: { type: 'final' },
    failed: { type: 'final' },
    left: { type: 'final' },
  },
})

export type OauthReturnActor = ActorRefFrom<typeof oauthReturnMachine>
export type OauthReturnSnapshot = SnapshotFrom<typeof oauthReturnMachine>
