import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { PlanPreview, PlanState } from '#contract/billing/plan.ts'
import type { PlanName } from '#contract/billing/price-book.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../kit/known.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export const selectStage = ({ value }: PlanChangeSnapshot) => value
export const selectChange = ({ context }: PlanChangeSnapshot) => context

export type PlanChangeEvent =
  | { readonly type: 'user.opened'; readonly plan: PlanName }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.cancelled' }

type Context = { readonly plan: PlanName | null; readonly preview: PlanPreview | null; readonly problem: Problem | null }

/** Another plan: what it costs and what it does not allow is read first, then it is confirmed. A plan that does not fit cannot be confirmed. */
export const planChangeMachine = setup({
  types: { context: {} as Context, events: {} as PlanChangeEvent, tags: {} as 'busy' },
  actors: {
    readPreview: unprovidedActor<PlanPreview, PlanName>('readPreview'),
    changePlan: unprovidedActor<PlanState, PlanName>('changePlan'),
  },
  guards: { fits: (_, { preview }: { readonly preview: PlanPreview }) => preview.refusals.length === 0 },
  actions: {
    begin: assign((_, { plan }: { readonly plan: PlanName }) => ({ plan, preview: null, problem: null })),
    rememberPreview: assign((_, { preview }: { readonly preview: PlanPreview }) => ({ preview })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    announceChanged: (_, _params: { readonly plan: PlanName }) => {},
  },
}).createMachine({
  id: 'plan-change',
  context: { plan: null, preview: null, problem: null },
  initial: 'closed',
  states: {
    closed: {
      on: { 'user.opened': { target: 'reading', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    reading: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'readPreview',
        src: 'readPreview',
        input: ({ context }) => known(context.plan, 'plan'),
        onDone: [
          {
            guard: { type: 'fits', params: ({ event }) => ({ preview: event.output }) },
            target: 'previewed',
            actions: { type: 'rememberPreview', params: ({ event }) => ({ preview: event.output }) },
          },
          { target: 'blocked', actions: { type: 'rememberPreview', params: ({ event }) => ({ preview: event.output }) } },
        ],
        onError: { target: 'unread', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'closed' },
    },
    unread: {
      on: { 'user.retried': 'reading', 'user.cancelled': 'closed' },
    },
    /** The company has more than the plan allows. */
    blocked: {
      on: { 'user.cancelled': 'closed' },
    },
    previewed: {
      on: { 'user.confirmed': 'changing', 'user.cancelled': 'closed' },
    },
    changing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'changePlan',
        src: 'changePlan',
        input: ({ context }) => known(context.plan, 'plan'),
        onDone: {
          target: 'closed',
          actions: { type: 'announceChanged', params: ({ context }) => ({ plan: known(context.plan, 'plan') }) },
        },
        onError: { target: 'previewed', actions: rememberProblem },
      },
    },
  },
})

export type PlanChangeActor = ActorRefFrom<typeof planChangeMachine>
export type PlanChangeSnapshot = SnapshotFrom<typeof planChangeMachine>
