import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from './known.ts'
import { report } from './page/report.ts'
import { keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

/** Null while nothing is planned. */
export const selectAction = ({ context }: ConfirmedActionSnapshot) => context.action
export const selectProblem = ({ context }: ConfirmedActionSnapshot) => context.problem
export const selectIsBusy = (snapshot: ConfirmedActionSnapshot) => snapshot.hasTag('busy')

/** What is to be done, to what, and what was chosen beside it. What else an action knows is known where it is provided and drawn. */
export type PlannedAction = {
  readonly kind: string
  readonly id: string
  /** A value that the dialog asks for: to whom something goes. */
  readonly choice?: string
}

export type ConfirmedActionEvent =
  | { readonly type: 'user.planned'; readonly action: PlannedAction }
  | { readonly type: 'user.chose'; readonly choice: string }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.cancelled' }

/** `output` is what the provided actor returned. */
export type ConfirmedActionFact = { readonly type: 'done'; readonly action: PlannedAction; readonly output: unknown }

/** Something with an effect that a person reads before they confirm it. */
export const confirmedActionMachine = setup({
  types: {
    context: {} as { readonly action: PlannedAction | null; readonly problem: Problem | null },
    events: {} as ConfirmedActionEvent,
    emitted: {} as ConfirmedActionFact,
    tags: {} as 'busy',
  },
  actors: { act: unprovidedActor<unknown, PlannedAction>('act') },
  guards: {
    /** What the provider asks for before it can begin. */
    isComplete: (_, _params: { readonly action: PlannedAction }) => true,
  },
  actions: {
    plan: assign((_, { action }: { readonly action: PlannedAction }) => ({ action, problem: null })),
    choose: assign(({ context }, { choice }: { readonly choice: string }) => ({
      action: { ...known(context.action, 'action'), choice },
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    forget: assign({ action: null, problem: null }),
    announceDone: (_, _params: { readonly action: PlannedAction }) => {},
    reportDone: enqueueActions(({ enqueue, self }, done: Omit<ConfirmedActionFact, 'type'>) =>
      report<ConfirmedActionFact>(enqueue, self, { type: 'done', ...done }),
    ),
  },
}).createMachine({
  id: 'confirmed-action',
  context: { action: null, problem: null },
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: { 'user.planned': { target: 'confirming', actions: { type: 'plan', params: ({ event }) => event } } },
    },
    confirming: {
      on: {
        'user.chose': { actions: { type: 'choose', params: ({ event }) => event } },
        'user.confirmed': {
          guard: { type: 'isComplete', params: ({ context }) => ({ action: known(context.action, 'action') }) },
          target: 'acting',
        },
        'user.cancelled': 'idle',
      },
    },
    acting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context }) => known(context.action, 'action'),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'announceDone', params: ({ context }) => ({ action: known(context.action, 'action') }) },
            {
              type: 'reportDone',
              params: ({ context, event }) => ({ action: known(context.action, 'action'), output: event.output }),
            },
          ],
        },
        onError: { target: 'confirming', actions: rememberProblem },
      },
    },
  },
})

export type ConfirmedActionActor = ActorRefFrom<typeof confirmedActionMachine>
export type ConfirmedActionSnapshot = SnapshotFrom<typeof confirmedActionMachine>
