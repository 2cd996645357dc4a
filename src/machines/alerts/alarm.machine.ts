import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type AlarmMove, alarmLifecycle } from '#contract/alerts/alarm.lifecycle.ts'
import type { Alarm, AlarmExplanation, AlarmKind, ConnectorAlarms } from '#contract/alerts/alarm.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../kit/known.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export const selectChoice = (snapshot: AlarmSnapshot) => (snapshot.matches('choosing') ? snapshot.context.choice : null)

const selectCan = (event: AlarmEvent) => (snapshot: AlarmSnapshot) => snapshot.can(event)
export const selectCanAcknowledge = (kind: AlarmKind) => selectCan({ type: 'user.acknowledged', kind })
export const selectCanBegin = (kind: AlarmKind) => selectCan({ type: 'user.began', kind })
export const selectCanUnmute = (kind: AlarmKind) => selectCan({ type: 'user.unmuted', kind })
export const selectCanExplain = (kind: AlarmKind) => selectCan({ type: 'user.explained', kind })

/** Minutes that a mute may last, as they are offered; `day` asks for one of the calendar. */
export const muteLengths = ['60', '480', '1440', '10080', 'day'] as const
export type MuteLength = (typeof muteLengths)[number]

type ByKind = { readonly kind: AlarmKind }
export type AlarmEvent =
  | { readonly type: 'user.retried' }
  | ({ readonly type: 'user.acknowledged' } & ByKind)
  | ({ readonly type: 'user.unmuted' } & ByKind)
  /** Asks how long. */
  | ({ readonly type: 'user.began' } & ByKind)
  | { readonly type: 'user.choseLength'; readonly length: MuteLength }
  | { readonly type: 'user.wroteDay'; readonly day: string }
  | { readonly type: 'user.muted' }
  | ({ readonly type: 'user.explained' } & ByKind)
  | { readonly type: 'user.left' }
  | { readonly type: 'user.tested' }
  /** Somebody changed the settings on this page. */
  | { readonly type: 'settings.saved'; readonly read: ConnectorAlarms }

/** What a person does to one alarm; of a mute the minutes, or the day in whose beginning it ends. */
export type Wish = ByKind &
  (
    | { readonly move: 'acknowledge' | 'unmute' }
    | { readonly move: 'mute'; readonly minutes: number }
    | { readonly move: 'mute'; readonly day: string }
  )

type Choice = ByKind & { readonly length: MuteLength; readonly day: string }
type Context = {
  readonly read: ConnectorAlarms | null
  /** The mute that is being thought about. */
  readonly choice: Choice | null
  readonly wish: Wish | null
  readonly explained: AlarmKind | null
  readonly explanation: AlarmExplanation | null
  /** To how many people the newest test went. */
  readonly tested: number | null
  readonly problem: Problem | null
}

/** The alarms of one connector: how they stand, and what a person does about them. */
export const alarmMachine = setup({
  types: { context: {} as Context, events: {} as AlarmEvent, tags: {} as 'busy' },
  actors: {
    readAlarms: unprovidedActor<ConnectorAlarms, void>('readAlarms'),
    moveAlarm: unprovidedActor<Alarm, Wish>('moveAlarm'),
    readExplanation: unprovidedActor<AlarmExplanation, ByKind>('readExplanation'),
    sendTest: unprovidedActor<{ readonly recipients: number }, void>('sendTest'),
  },
  guards: {
    isAllowed: ({ context }, { kind, move }: ByKind & { readonly move: AlarmMove['type'] }) => {
      const alarm = context.read?.alarms.find((it) => it.kind === kind)
      return alarm !== undefined && allowedMoves(alarmLifecycle, alarm.state).includes(move)
    },
    lengthIsGiven: ({ context: { choice } }) =>
      choice !== null && (choice.length !== 'day' || /^\d{4}-\d\d-\d\d$/.test(choice.day)),
    /** The settings stand on the page only then. */
    somethingIsRead: ({ context }) => context.read !== null,
    dayIsAsked: ({ context }) => context.choice?.length === 'day',
  },
  actions: {
    rememberRead: assign((_, { read }: { readonly read: ConnectorAlarms }) => ({ read })),
    rememberAlarm: assign(({ context: { read } }, { alarm }: { readonly alarm: Alarm }) => ({
      read: read && { ...read, alarms: read.alarms.map((it) => (it.kind === alarm.kind ? alarm : it)) },
    })),
    begin: assign((_, { kind }: ByKind) => ({ choice: { kind, length: '60' as const, day: '' }, problem: null })),
    choose: assign(({ context: { choice } }, change: Partial<Choice>) => ({ choice: choice && { ...choice, ...change } })),
    forgetChoice: assign({ choice: null }),
    rememberWish: assign((_, { wish }: { readonly wish: Wish }) => ({ wish })),
    rememberMute: assign(({ context: { choice } }) => {
      if (choice === null) return {}
      const { kind, length, day } = choice
      const wish: Wish = length === 'day' ? { kind, move: 'mute', day } : { kind, move: 'mute', minutes: Number(length) }
      return { wish, choice: null }
    }),
    rememberExplained: assign((_, { kind }: ByKind) => ({ explained: kind, explanation: null })),
    rememberExplanation: assign((_, { explanation }: { readonly explanation: AlarmExplanation }) => ({ explanation })),
    forgetExplanation: assign({ explained: null, explanation: null }),
    rememberTested: assign((_, { recipients }: { readonly recipients: number }) => ({ tested: recipients })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    forgetTold: assign({ problem: null, tested: null }),
  },
  delays: { refreshPause: 30_000 },
}).createMachine({
  id: 'alarm',
  context: { read: null, choice: null, wish: null, explained: null, explanation: null, tested: null, problem: null },
  initial: 'loading',
  on: { 'settings.saved': { guard: 'somethingIsRead', actions: { type: 'rememberRead', params: ({ event }) => event } } },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readAlarms',
        src: 'readAlarms',
        onDone: { target: 'open', actions: { type: 'rememberRead', params: ({ event }) => ({ read: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': { target: 'loading', actions: 'forgetProblem' } } },
    open: {
      initial: 'resting',
      on: {
        'user.acknowledged': {
          guard: { type: 'isAllowed', params: ({ event }) => ({ kind: event.kind, move: 'user.acknowledged' }) },
          target: 'moving',
          actions: {
            type: 'rememberWish',
            params: ({ event }) => ({ wish: { kind: event.kind, move: 'acknowledge' as const } }),
          },
        },
        'user.unmuted': {
          guard: { type: 'isAllowed', params: ({ event }) => ({ kind: event.kind, move: 'user.unmuted' }) },
          target: 'moving',
          actions: { type: 'rememberWish', params: ({ event }) => ({ wish: { kind: event.kind, move: 'unmute' as const } }) },
        },
        'user.began': {
          guard: { type: 'isAllowed', params: ({ event }) => ({ kind: event.kind, move: 'user.muted' }) },
          target: 'choosing',
          actions: { type: 'begin', params: ({ event }) => event },
        },
        'user.explained': { target: 'explaining', actions: { type: 'rememberExplained', params: ({ event }) => event } },
        'user.tested': 'testing',
      },
      states: {
        resting: { after: { refreshPause: 'refreshing' } },
        /** What was read before stays on the page, and can be answered. */
        refreshing: {
          invoke: {
            id: 'readAlarms',
            src: 'readAlarms',
            onDone: {
              target: 'resting',
              actions: [{ type: 'rememberRead', params: ({ event }) => ({ read: event.output }) }, 'forgetProblem'],
            },
            onError: { target: 'resting', actions: rememberProblem },
          },
        },
      },
    },
    choosing: {
      on: {
        'user.choseLength': { actions: { type: 'choose', params: ({ event }) => ({ length: event.length }) } },
        'user.wroteDay': { guard: 'dayIsAsked', actions: { type: 'choose', params: ({ event }) => ({ day: event.day }) } },
        'user.muted': { guard: 'lengthIsGiven', target: 'moving', actions: 'rememberMute' },
        'user.left': { target: 'open', actions: 'forgetChoice' },
      },
    },
    moving: {
      tags: 'busy',
      entry: 'forgetTold',
      invoke: {
        id: 'moveAlarm',
        src: 'moveAlarm',
        input: ({ context: { wish } }) => known(wish, 'wish'),
        onDone: { target: 'open', actions: { type: 'rememberAlarm', params: ({ event }) => ({ alarm: event.output }) } },
        onError: { target: 'open', actions: rememberProblem },
      },
    },
    testing: {
      tags: 'busy',
      entry: 'forgetTold',
      invoke: {
        id: 'sendTest',
        src: 'sendTest',
        onDone: { target: 'open', actions: { type: 'rememberTested', params: ({ event }) => event.output } },
        onError: { target: 'open', actions: rememberProblem },
      },
    },
    explaining: {
      tags: 'busy',
      entry: 'forgetTold',
      invoke: {
        id: 'readExplanation',
        src: 'readExplanation',
        input: ({ context: { explained } }) => ({ kind: known(explained, 'explained') }),
        onDone: {
          target: 'explained',
          actions: { type: 'rememberExplanation', params: ({ event }) => ({ explanation: event.output }) },
        },
        onError: {
          target: 'open',
          actions: ['forgetExplanation', rememberProblem],
        },
      },
      on: { 'user.left': { target: 'open', actions: 'forgetExplanation' } },
    },
    explained: { on: { 'user.left': { target: 'open', actions: 'forgetExplanation' } } },
  },
})

export type AlarmActor = ActorRefFrom<typeof alarmMachine>
export type AlarmSnapshot = SnapshotFrom<typeof alarmMachine>
