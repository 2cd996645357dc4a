import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { PushBrowser } from '#contract/account/push.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectBrowser = ({ context }: PushBrowserSnapshot) => context.browser
export const selectProblem = ({ context }: PushBrowserSnapshot) => context.problem

export type PushBrowserEvent =
  | { readonly type: 'user.subscribed' }
  | { readonly type: 'user.unsubscribed' }
  | { readonly type: 'user.retried' }

/** Whether this browser gets pushes for the person, and the way to change it. */
export const pushBrowserMachine = setup({
  types: {
    context: {} as {
      /** Null until it was looked at. */
      readonly browser: PushBrowser | null
      readonly problem: Problem | null
    },
    events: {} as PushBrowserEvent,
    tags: {} as 'busy',
  },
  actors: {
    look: unprovidedActor<PushBrowser, void>('look'),
    subscribe: unprovidedActor<PushBrowser, void>('subscribe'),
    unsubscribe: unprovidedActor<PushBrowser, void>('unsubscribe'),
  },
  guards: {
    isOff: ({ context }) => context.browser?.state === 'off',
    isOn: ({ context }) => context.browser?.state === 'on',
    isUnknown: ({ context }) => context.browser === null,
  },
  actions: {
    remember: assign((_, { browser }: { readonly browser: PushBrowser }) => ({ browser, problem: null })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'push-browser',
  context: { browser: null, problem: null },
  initial: 'looking',
  states: {
    looking: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'look',
        src: 'look',
        onDone: { target: 'idle', actions: { type: 'remember', params: ({ event }) => ({ browser: event.output }) } },
        onError: { target: 'idle', actions: rememberProblem },
      },
    },
    idle: {
      on: {
        'user.subscribed': { guard: 'isOff', target: 'subscribing' },
        'user.unsubscribed': { guard: 'isOn', target: 'unsubscribing' },
        'user.retried': { guard: 'isUnknown', target: 'looking' },
      },
    },
    subscribing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'subscribe',
        src: 'subscribe',
        onDone: {
          target: 'idle',
          actions: { type: 'remember', params: ({ event }) => ({ browser: event.output }) },
        },
        onError: { target: 'idle', actions: rememberProblem },
      },
    },
    unsubscribing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'unsubscribe',
        src: 'unsubscribe',
        onDone: {
          target: 'idle',
          actions: { type: 'remember', params: ({ event }) => ({ browser: event.output }) },
        },
        onError: { target: 'idle', actions: rememberProblem },
      },
    },
  },
})

export type PushBrowserActor = ActorRefFrom<typeof pushBrowserMachine>
export type PushBrowserSnapshot = SnapshotFrom<typeof pushBrowserMachine>
