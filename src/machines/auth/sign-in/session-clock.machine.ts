import { type ActorRefFrom, assign, setup } from 'xstate'

import { type SessionStage, sessionWarning } from '#contract/auth/session-status.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

/** How the session is, by the local clock. */
export type SessionReading = {
  readonly stage: SessionStage
  /** ISO 8601; null: it has no end. */
  readonly endsAt: string | null
  /** Milliseconds until then. */
  readonly endsIn: number | null
  /** Whether a call of the person moves the end. */
  readonly canStay: boolean
  readonly mfaDueAt: string | null
}

export type SessionClockEvent =
  | { readonly type: 'user.stayed' }
  /** What had to be set up first is said to be done. */
  | { readonly type: 'user.finished' }

type Read = { readonly reading: SessionReading }
const read = ({ event }: { readonly event: { readonly output: SessionReading } }) => ({ reading: event.output })
const remember = { type: 'remember', params: read } as const
const decided = [
  { guard: { type: 'isUnprepared', params: read }, target: 'preparing', actions: remember },
  { guard: { type: 'endsSoon', params: read }, target: 'asking', actions: remember },
  { guard: 'wasUnprepared', target: 'resting', actions: [remember, 'announcePrepared'] },
  { target: 'resting', actions: remember },
] as const

/** Watches how long the session lives and what it may be used for; asks before it ends. `worklist.md` X5. */
export const sessionClockMachine = setup({
  types: {
    context: {} as {
      readonly reading: SessionReading | null
      /** Whether the session has had something to set up first since the page was opened. */
      readonly wasUnprepared: boolean
      readonly problem: Problem | null
    },
    events: {} as SessionClockEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Is no use of the session. */
    readSession: unprovidedActor<SessionReading, void>('readSession'),
    /** Is one. */
    stay: unprovidedActor<SessionReading, void>('stay'),
  },
  guards: {
    isUnprepared: (_, { reading }: Read) => reading.stage !== 'full',
    endsSoon: (_, { reading }: Read) => reading.endsIn !== null && reading.endsIn <= sessionWarning,
    wasUnprepared: ({ context }) => context.wasUnprepared,
    mayStay: ({ context }) => context.reading?.canStay ?? false,
  },
  actions: {
    remember: assign(({ context }, { reading }: Read) => ({
      reading,
      wasUnprepared: context.wasUnprepared || (context.reading === null && reading.stage !== 'full'),
      problem: null,
    })),
    rememberProblem: assign(keepProblem),
    announcePrepared: () => {},
  },
  delays: {
    /** A change of an administrator is seen within a minute. */
    restPause: ({ context }) =>
      Math.min(60_000, Math.max(1_000, (context.reading?.endsIn ?? Number.POSITIVE_INFINITY) - sessionWarning)),
    /** Another tab may have used it. */
    askPause: ({ context }) => Math.min(10_000, Math.max(1_000, context.reading?.endsIn ?? 0)),
  },
}).createMachine({
  id: 'session-clock',
  context: { reading: null, wasUnprepared: false, problem: null },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: { id: 'readSession', src: 'readSession', onDone: [...decided], onError: 'resting' },
    },
    resting: { after: { restPause: 'reading' } },
    /** Nothing looks again by itself: recovery codes may be on the screen. */
    preparing: { on: { 'user.finished': 'rereading' } },
    rereading: {
      tags: 'busy',
      invoke: { id: 'readSession', src: 'readSession', onDone: [...decided], onError: 'preparing' },
    },
    asking: {
      after: { askPause: 'checking' },
      on: { 'user.stayed': { guard: 'mayStay', target: 'staying' } },
    },
    checking: {
      invoke: { id: 'readSession', src: 'readSession', onDone: [...decided], onError: 'asking' },
      on: { 'user.stayed': { guard: 'mayStay', target: 'staying' } },
    },
    staying: {
      tags: 'busy',
      invoke: { id: 'stay', src: 'stay', onDone: [...decided], onError: { target: 'asking', actions: rememberProblem } },
    },
  },
})

export type SessionClockActor = ActorRefFrom<typeof sessionClockMachine>
