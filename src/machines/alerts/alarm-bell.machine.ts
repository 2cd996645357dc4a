import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

/** How many alarms are raised: looked at again and again for as long as somebody is inside. */
export const alarmBellMachine = setup({
  types: {
    context: {} as {
      /** Null until the server said so. */
      readonly raised: number | null
      /** Why the last look failed: the number is from before. */
      readonly problem: Problem | null
    },
    /** The tab came to the front. */
    events: {} as { readonly type: 'browser.asked' },
    tags: {} as 'busy',
  },
  actors: {
    countRaised: unprovidedActor<number, void>('countRaised'),
    watchFront: unprovidedCallbackActor<void>('watchFront'),
  },
  actions: {
    remember: assign((_, { raised }: { readonly raised: number }) => ({ raised, problem: null })),
    rememberProblem: assign(keepProblem),
  },
  delays: { lookPause: 60_000 },
}).createMachine({
  id: 'alarm-bell',
  context: { raised: null, problem: null },
  // Without the tab's word the pause alone says when to look.
  invoke: { id: 'watchFront', src: 'watchFront', onError: {} },
  initial: 'looking',
  states: {
    looking: {
      tags: 'busy',
      invoke: {
        id: 'countRaised',
        src: 'countRaised',
        onDone: { target: 'resting', actions: { type: 'remember', params: ({ event }) => ({ raised: event.output }) } },
        onError: { target: 'resting', actions: rememberProblem },
      },
    },
    resting: { after: { lookPause: 'looking' }, on: { 'browser.asked': 'looking' } },
  },
})

export type AlarmBellActor = ActorRefFrom<typeof alarmBellMachine>
export type AlarmBellSnapshot = SnapshotFrom<typeof alarmBellMachine>
