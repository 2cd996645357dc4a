import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { MfaChallenge } from '#contract/auth/auth.ts'
import { type MfaProof, wrongCodesMax } from '#contract/auth/mfa.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { failure } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export type ChallengeEvent =
  | { readonly type: 'user.wroteCode'; readonly code: string }
  | { readonly type: 'user.choseRecovery' }
  | { readonly type: 'user.choseCode' }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }

/** What proves the person: the code of their method, or a recovery code. */
export type ProofKind = 'code' | 'recovery'

type Context = {
  readonly challenge: MfaChallenge
  readonly kind: ProofKind
  /** As it was typed, through every failure; of a code its digits only. */
  readonly code: string
  readonly wrongCodes: number
  readonly problem: Problem | null
}

/** The question for a second factor, until it is answered or its tries or its time are used up. `decisions.md` section 3. */
export const challengeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ChallengeEvent,
    input: {} as MfaChallenge,
    tags: {} as 'busy',
  },
  actors: {
    /** Passes the challenge; whoever fills this port has the person signed in as well. */
    verifyMfa: unprovidedActor<void, MfaProof>('verifyMfa'),
  },
  guards: {
    codeIsComplete: ({ context: { kind, code } }) => (kind === 'code' ? /^\d{6}$/.test(code) : code.trim() !== ''),
    recoveryIsChosen: ({ context }) => context.kind === 'recovery',
    codeIsChosen: ({ context }) => context.kind === 'code',
    triesAreUsedUp: ({ context }, params: { readonly problem: Problem }) =>
      params.problem.code === 'auth/mfa-invalid' && context.wrongCodes + 1 >= wrongCodesMax,
  },
  actions: {
    rememberCode: assign(({ context }, { code }: { readonly code: string }) => ({
      code: context.kind === 'code' ? code.replace(/\D/g, '').slice(0, 6) : code,
    })),
    choose: assign((_, params: { readonly kind: ProofKind }) => ({ kind: params.kind, code: '', problem: null })),
    rememberRefusal: assign(({ context }, { problem: it }: { readonly problem: Problem }) => ({
      problem: it,
      wrongCodes: context.wrongCodes + (it.code === 'auth/mfa-invalid' ? 1 : 0),
    })),
    forgetProblem: assign({ problem: null }),
    announceEnded: () => {},
  },
  delays: {
    challengeLimit: ({ context }) => context.challenge.expiresIn,
  },
}).createMachine({
  id: 'challenge',
  context: ({ input }) => ({ challenge: input, kind: 'code', code: '', wrongCodes: 0, problem: null }),
  initial: 'open',
  states: {
    open: {
      after: { challengeLimit: 'ended' },
      initial: 'writing',
      states: {
        writing: {
          on: {
            'user.wroteCode': { actions: { type: 'rememberCode', params: ({ event }) => event } },
            'user.choseRecovery': { guard: 'codeIsChosen', actions: { type: 'choose', params: { kind: 'recovery' } } },
            'user.choseCode': { guard: 'recoveryIsChosen', actions: { type: 'choose', params: { kind: 'code' } } },
            'user.submitted': { guard: 'codeIsComplete', target: 'verifying' },
          },
        },
        verifying: {
          tags: 'busy',
          entry: 'forgetProblem',
          invoke: {
            id: 'verifyMfa',
            src: 'verifyMfa',
            input: ({ context: { challenge, kind, code } }) => ({
              challengeId: challenge.challengeId,
              userId: challenge.userId,
              token: code.trim(),
              method: kind === 'recovery' ? 'recovery' : challenge.method,
            }),
            onDone: '#challenge.passed',
            onError: [
              {
                guard: { type: 'triesAreUsedUp', params: failure },
                target: '#challenge.ended',
              },
              {
                target: 'writing',
                actions: { type: 'rememberRefusal', params: failure },
              },
            ],
          },
          on: { 'user.cancelled': 'writing' },
        },
      },
    },
    passed: { type: 'final' },
    ended: { type: 'final', entry: 'announceEnded' },
  },
})

export type ChallengeActor = ActorRefFrom<typeof challengeMachine>
export type ChallengeSnapshot = SnapshotFrom<typeof challengeMachine>
