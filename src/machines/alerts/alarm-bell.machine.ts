import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Notification } from '#contract/account/notifications.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { failure, keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

/** The newest notifications that were not read yet, and how many there are. */
export type Unread = { readonly items: readonly Notification[]; readonly total: number }
export type Seen = { readonly raised: number; readonly unread: Unread }

/** How many alarms are raised and what was not read yet: looked at again and again for as long as somebody is inside. */
export const alarmBellMachine = setup({
  types: {
    context: {} as {
      /** Null until the server said so. */
      readonly seen: Seen | null
      /** Why the last look failed: what was seen is from before. */
      readonly problem: Problem | null
      /** Why the last marking failed. */
      readonly notMarked: Problem | null
    },
    events: {} as
      | { readonly type: 'user.retried' }
      | { readonly type: 'user.markedRead' }
      /** The tab came to the front. */
      | { readonly type: 'browser.asked' },
    tags: {} as 'busy',
  },
  actors: {
    look: unprovidedActor<Seen, void>('look'),
    /** Its word: how many are still unread. */
    markRead: unprovidedActor<number, void>('markRead'),
    watchFront: unprovidedCallbackActor<void>('watchFront'),
  },
  actions: {
    remember: assign((_, { seen }: { readonly seen: Seen }) => ({ seen, problem: null })),
    rememberRead: assign(({ context: { seen } }, { total }: { readonly total: number }) => ({
      seen: seen === null ? null : { ...seen, unread: { items: [], total } },
    })),
    rememberProblem: assign(keepProblem),
    rememberNotMarked: assign((_, { problem }: { readonly problem: Problem }) => ({ notMarked: problem })),
    forgetNotMarked: assign({ notMarked: null }),
  },
  guards: {
    hasFailed: ({ context: { problem } }) => problem !== null,
    hasUnread: ({ context: { seen, problem } }) => problem === null && seen !== null && seen.unread.total > 0,
  },
  delays: { lookPause: 60_000 },
}).createMachine({
  id: 'alarm-bell',
  context: { seen: null, problem: null, notMarked: null },
  // Without the tab's word the pause alone says when to look.
  invoke: { id: 'watchFront', src: 'watchFront', onError: {} },
  initial: 'looking',
  states: {
    looking: {
      tags: 'busy',
      invoke: {
        id: 'look',
        src: 'look',
        onDone: { target: 'resting', actions: { type: 'remember', params: ({ event }) => ({ seen: event.output }) } },
        onError: { target: 'resting', actions: rememberProblem },
      },
      on: { 'user.markedRead': { guard: 'hasUnread', target: 'marking' } },
    },
    resting: {
      after: { lookPause: 'looking' },
      on: {
        'browser.asked': 'looking',
        'user.retried': { guard: 'hasFailed', target: 'looking' },
        'user.markedRead': { guard: 'hasUnread', target: 'marking' },
      },
    },
    marking: {
      tags: 'busy',
      entry: 'forgetNotMarked',
      invoke: {
        id: 'markRead',
        src: 'markRead',
        onDone: { target: 'looking', actions: { type: 'rememberRead', params: ({ event }) => ({ total: event.output }) } },
        onError: { target: 'resting', actions: { type: 'rememberNotMarked', params: failure } },
      },
    },
  },
})

export type AlarmBellActor = ActorRefFrom<typeof alarmBellMachine>
export type AlarmBellSnapshot = SnapshotFrom<typeof alarmBellMachine>
