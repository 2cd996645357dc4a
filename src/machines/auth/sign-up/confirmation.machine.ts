import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectStage = (snapshot: ConfirmationSnapshot) => snapshot.value

type Input = {
  /** Of the link; null where the address carried none. */
  readonly token: string | null
}

/** A link that confirms an account. `studio-account-settings.md` sections 2 and 8. */
export const confirmationMachine = setup({
  types: {
    context: {} as Input & { readonly problem: Problem | null },
    events: {} as { readonly type: 'user.retried' },
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: { confirmAccount: unprovidedActor<void, { readonly token: string }>('confirmAccount') },
  guards: {
    tokenIsGiven: ({ context }) => context.token !== null,
    problemIsRetryable: (_, params: { readonly thrown: unknown }) => toProblem(params.thrown).retryable,
  },
  actions: {
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'confirmation',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'tokenIsGiven', target: 'confirming' }, { target: 'linkless' }] },
    linkless: { type: 'final' },
    confirming: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'confirmAccount',
        src: 'confirmAccount',
        input: ({ context }) => ({ token: known(context.token, 'token') }),
        onDone: 'confirmed',
        onError: [
          {
            guard: { type: 'problemIsRetryable', params: ({ event }) => ({ thrown: event.error }) },
            target: 'unreachable',
            actions: rememberProblem,
          },
          { target: 'failed' },
        ],
      },
    },
    unreachable: { on: { 'user.retried': 'confirming' } },
    confirmed: { type: 'final' },
    failed: { type: 'final' },
  },
})

export type ConfirmationActor = ActorRefFrom<typeof confirmationMachine>
export type ConfirmationSnapshot = SnapshotFrom<typeof confirmationMachine>
