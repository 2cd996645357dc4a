import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import type { Notification } from '#contract/account/notifications.ts'
import type { Bell } from '#contract/alerts/bell.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { failure, keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

/** Null while nobody knows: before the first answer, and after a look that failed. */
export const selectSeen = ({ context }: AlarmBellSnapshot) => (context.problem === null ? context.seen : null)
export const selectProblem = ({ context }: AlarmBellSnapshot) => context.problem
export const selectNotMarked = ({ context }: AlarmBellSnapshot) => context.notMarked

/** The newest notifications that were not read yet, and how many there are. */
export type Unread = { readonly items: readonly Notification[]; readonly total: number }
/** An alert that is active: which, of which connector, since when and why. */
export type ActiveAlert = Bell['alerts'][number]
export type Seen = { readonly raised: number; readonly alerts: readonly ActiveAlert[]; readonly unread: Unread }

/** How many alarms are raised and what was not read yet: read when the server says that it may have changed, and every minute while no stream is open. */
export const alarmBellMachine = setup({
  types: {
    context: {} as {
      /** Null until the server said so. */
      readonly seen: Seen | null
      /** Why the last look failed: what was seen is from before. */
      readonly problem: Problem | null
      /** Why the last marking failed. */
      readonly notMarked: Problem | null
      /** The stream of the server is open. */
      readonly isLive: boolean
      /** Something changed while it was read. */
      readonly isStale: boolean
    },
    events: {} as
      | { readonly type: 'user.retried' }
      | { readonly type: 'user.markedRead' }
      /** The tab came to the front. */
      | { readonly type: 'browser.asked' }
      /** `missed`: what is counted may have changed; otherwise a sign of life. */
      | { readonly type: 'stream.told'; readonly missed: boolean }
      | { readonly type: 'stream.ended' },
    tags: {} as 'busy',
  },
  actors: {
    look: unprovidedActor<Seen, void>('look'),
    /** Its word: how many are still unread. */
    markRead: unprovidedActor<number, void>('markRead'),
    watchFront: unprovidedCallbackActor<void>('watchFront'),
    /** Opens the stream where it is not open, at first and whenever it is told to. */
    watchStream: unprovidedCallbackActor<void>('watchStream'),
  },
  actions: {
    remember: assign((_, { seen }: { readonly seen: Seen }) => ({ seen, problem: null })),
    rememberLive: assign({ isLive: true }),
    rememberStale: assign({ isLive: true, isStale: true }),
    rememberCut: assign({ isLive: false }),
    forgetStale: assign({ isStale: false }),
    reopen: sendTo('watchStream', { type: 'open' }),
    rememberRead: assign(({ context: { seen } }, { total }: { readonly total: number }) => ({
      seen: seen === null ? null : { ...seen, unread: { items: [], total } },
    })),
    rememberProblem: assign(keepProblem),
    rememberNotMarked: assign((_, { problem }: { readonly problem: Problem }) => ({ notMarked: problem })),
    forgetNotMarked: assign({ notMarked: null }),
  },
  guards: {
    isMissed: (_, { missed }: { readonly missed: boolean }) => missed,
    isLive: ({ context }) => context.isLive,
    isStale: ({ context }) => context.isStale,
    hasFailed: ({ context: { problem } }) => problem !== null,
    hasUnread: ({ context: { seen, problem } }) => problem === null && seen !== null && seen.unread.total > 0,
  },
  delays: {
    /** The first word of a stream asks for a look, so one before it would be for nothing; a stream that takes longer is not waited for. */
    streamLimit: 1_000,
    lookPause: 60_000,
    /** Two and a half signs of life of the server. */
    silenceLimit: 40_000,
  },
}).createMachine({
  id: 'alarm-bell',
  context: { seen: null, problem: null, notMarked: null, isLive: false, isStale: false },
  invoke: [
    // Without the tab's word the stream and the pause alone say when to look.
    { id: 'watchFront', src: 'watchFront', onError: {} },
    { id: 'watchStream', src: 'watchStream', onError: {} },
  ],
  on: {
    'stream.told': [
      { guard: { type: 'isMissed', params: ({ event }) => event }, actions: 'rememberStale' },
      { actions: 'rememberLive' },
    ],
    'stream.ended': { actions: 'rememberCut' },
  },
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
      on: {
        'stream.told': { target: 'looking', actions: 'rememberLive' },
        'stream.ended': { target: 'looking', actions: 'rememberCut' },
      },
      after: { streamLimit: 'looking' },
    },
    looking: {
      tags: 'busy',
      entry: 'forgetStale',
      invoke: {
        id: 'look',
        src: 'look',
        onDone: { target: 'looked', actions: { type: 'remember', params: ({ event }) => ({ seen: event.output }) } },
        onError: { target: 'looked', actions: rememberProblem },
      },
      on: { 'user.markedRead': { guard: 'hasUnread', target: 'marking' } },
    },
    looked: {
      always: [
        { guard: 'isStale', target: 'looking' },
        { guard: 'isLive', target: 'resting.live' },
        { target: 'resting.polling', actions: 'reopen' },
      ],
    },
    resting: {
      on: {
        'browser.asked': 'looking',
        'user.retried': { guard: 'hasFailed', target: 'looking' },
        'user.markedRead': { guard: 'hasUnread', target: 'marking' },
        'stream.told': [
          { guard: { type: 'isMissed', params: ({ event }) => event }, target: 'looking', actions: 'rememberLive' },
          // Entered anew, so that its silence begins anew.
          { target: '.live', actions: 'rememberLive' },
        ],
        'stream.ended': { target: '.polling', actions: 'rememberCut' },
      },
      initial: 'polling',
      states: {
        polling: { after: { lookPause: '#alarm-bell.looking' } },
        live: { after: { silenceLimit: { target: '#alarm-bell.looking', actions: 'rememberCut' } } },
      },
    },
    marking: {
      tags: 'busy',
      entry: 'forgetNotMarked',
      invoke: {
        id: 'markRead',
        src: 'markRead',
        onDone: { target: 'looking', actions: { type: 'rememberRead', params: ({ event }) => ({ total: event.output }) } },
        onError: { target: 'looked', actions: { type: 'rememberNotMarked', params: failure } },
      },
    },
  },
})

export type AlarmBellActor = ActorRefFrom<typeof alarmBellMachine>
export type AlarmBellSnapshot = SnapshotFrom<typeof alarmBellMachine>
