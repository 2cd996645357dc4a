import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import { defaultPeriod, type PeriodCode, type Resolution, ruleFor } from '#contract/kit/time-range.ts'
import { unprovidedCallbackActor } from '../kit/unprovided-actor.ts'
import { type EndName, faultsIn, namedBy } from './range.ts'
import {
  type Choice,
  type Environment,
  type FilterPlace,
  type Opening,
  openingOf,
  placeOf,
  questionOf,
  rangeEndsOf,
  rangeOf,
  timeRangeOf,
} from './time-filter-place.ts'

export const selectPeriod = (snapshot: TimeFilterSnapshot) => snapshot.context.choice.period
export const selectQuestion = (snapshot: TimeFilterSnapshot) => snapshot.context.asked
export const selectEnds = (snapshot: TimeFilterSnapshot) => snapshot.context.choice.ends
/** How finely the range can be told, and how finely it is when nobody says. */
export const selectRule = ({ context: { asked, now } }: TimeFilterSnapshot) => ruleFor(timeRangeOf(asked, now), now)
const selectIsFaulty = (snapshot: TimeFilterSnapshot) => snapshot.matches('faulty')

/** What is wrong at an end; told once the range was to be applied. */
export const selectFault = (end: EndName) => (snapshot: TimeFilterSnapshot) =>
  selectIsFaulty(snapshot) ? faultsIn(snapshot.context.choice.ends, snapshot.context.zone)[end] : undefined

/** Of the instants that an end names; null while it names none. */
export const selectNamed = (end: EndName) => (snapshot: TimeFilterSnapshot) =>
  namedBy(snapshot.context.choice.ends[end], snapshot.context.zone)

export type TimeFilterEvent =
  | { readonly type: 'user.chosePeriod'; readonly period: PeriodCode }
  | { readonly type: 'user.choseResolution'; readonly resolution: Resolution }
  | { readonly type: 'user.choseEnvironment'; readonly environment: Environment }
  | { readonly type: 'user.wrote'; readonly end: EndName; readonly text: string }
  /** Which of the two is meant of a time that comes twice. */
  | { readonly type: 'user.choseTurn'; readonly end: EndName; readonly isLater: boolean }
  | { readonly type: 'user.applied' }
  /** Milliseconds since 1970. */
  | { readonly type: 'clock.ticked'; readonly now: number }
  /** The address was changed by somebody else: Back, Forward, a link. */
  | { readonly type: 'place.changed'; readonly place: FilterPlace }

/** What is typed changes the present place; what is chosen is a new one to go back from. */
export type TimeFilterEmitted = { readonly type: 'filter.placed'; readonly place: FilterPlace; readonly isTyped: boolean }

type Context = Opening & { readonly zone: string; readonly now: number; readonly usual: PeriodCode }
/** `zone` by its IANA name, `now` in milliseconds since 1970; `usual` is the period of an address that names none. */
type Input = {
  readonly place: FilterPlace
  readonly zone: string
  readonly now: number
  readonly usual?: PeriodCode
}
type Turn = { readonly end: EndName; readonly isLater: boolean }
type Text = { readonly end: EndName; readonly text: string }

/** Which time figures are asked about, how finely, and of which systems. A custom range is asked for once it is applied; until then the one before stays. */
export const timeFilterMachine = setup({
  types: { context: {} as Context, events: {} as TimeFilterEvent, input: {} as Input },
  actors: {
    joinPlace: unprovidedCallbackActor<void, TimeFilterEmitted>('joinPlace'),
    watchClock: unprovidedCallbackActor<void>('watchClock'),
  },
  guards: {
    isAnotherPeriod: ({ context }, { period }: { readonly period: PeriodCode }) => period !== context.choice.period,
    rangeAllows: ({ context: { asked, now } }, { resolution }: { readonly resolution: Resolution }) =>
      ruleFor(timeRangeOf(asked, now), now).allowed.includes(resolution),
    rangeIsCustom: ({ context }) => context.choice.period === 'custom',
    everythingFits: ({ context: { choice, zone } }) =>
      choice.period !== 'custom' || Object.keys(faultsIn(choice.ends, zone)).length === 0,
  },
  actions: {
    /** A custom range begins with the dates that were looked at. */
    rememberPeriod: assign(({ context: { choice, asked, now } }, { period }: { readonly period: PeriodCode }) => ({
      choice: { period, ends: period === 'custom' ? rangeEndsOf(asked, now) : choice.ends },
    })),
    rememberText: assign(({ context: { choice } }, { end, text }: Text) => ({
      // Another time is another question which of two is meant: the range is to hold both.
      choice: withEnd(choice, end, { text, isLater: end === 'to' }),
    })),
    rememberTurn: assign(({ context: { choice } }, { end, isLater }: Turn) => ({
      choice: withEnd(choice, end, { ...choice.ends[end], isLater }),
    })),
    rememberResolution: assign(({ context: { asked } }, { resolution }: { readonly resolution: Resolution }) => ({
      asked: { ...asked, resolution },
      adjustedFrom: null,
      unread: [],
    })),
    rememberEnvironment: assign(({ context: { asked } }, { environment }: { readonly environment: Environment }) => ({
      asked: { ...asked, environment },
      unread: [],
    })),
    /** What is told so finely only of late may be too long ago by now. */
    rememberNow: assign(({ context: { asked } }, { now }: { readonly now: number }) => {
      const fitting = questionOf(asked.range, asked, now)
      return fitting.adjustedFrom === null ? { now } : { ...fitting, now }
    }),
    apply: assign(({ context: { choice, asked, zone, now } }) => {
      const range = rangeOf(choice, zone)
      return range === null ? {} : { ...questionOf(range, asked, now), unread: [] }
    }),
    followPlace: assign(({ context: { zone, now, usual } }, { place }: { readonly place: FilterPlace }) =>
      openingOf(place, zone, now, usual),
    ),
    tellPlace: sendTo('joinPlace', ({ context: { choice, asked, now, usual } }, { isTyped }: { readonly isTyped: boolean }) => ({
      type: 'filter.placed',
      place: placeOf(choice, asked, now, usual),
      isTyped,
    })),
  },
}).createMachine({
  id: 'time-filter',
  context: ({ input: { place, zone, now, usual = defaultPeriod } }) => ({
    ...openingOf(place, zone, now, usual),
    zone,
    now,
    usual,
  }),
  invoke: [
    { id: 'joinPlace', src: 'joinPlace', onError: {} },
    { id: 'watchClock', src: 'watchClock', onError: {} },
  ],
  on: {
    'user.chosePeriod': {
      guard: { type: 'isAnotherPeriod', params: ({ event }) => event },
      target: '.judging',
      actions: { type: 'rememberPeriod', params: ({ event }) => event },
    },
    'user.choseResolution': {
      guard: { type: 'rangeAllows', params: ({ event }) => event },
      actions: [
        { type: 'rememberResolution', params: ({ event }) => event },
        { type: 'tellPlace', params: { isTyped: false } },
      ],
    },
    'user.choseEnvironment': {
      actions: [
        { type: 'rememberEnvironment', params: ({ event }) => event },
        { type: 'tellPlace', params: { isTyped: false } },
      ],
    },
    'user.wrote': {
      guard: 'rangeIsCustom',
      target: '.editing',
      actions: [
        { type: 'rememberText', params: ({ event }) => event },
        { type: 'tellPlace', params: { isTyped: true } },
      ],
    },
    'user.choseTurn': {
      guard: 'rangeIsCustom',
      target: '.editing',
      actions: [
        { type: 'rememberTurn', params: ({ event }) => event },
        { type: 'tellPlace', params: { isTyped: true } },
      ],
    },
    'clock.ticked': { actions: { type: 'rememberNow', params: ({ event }) => event } },
    'place.changed': { target: '.opening', actions: { type: 'followPlace', params: ({ event }) => event } },
  },
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'everythingFits', target: 'settled' }, { target: 'faulty' }] },
    judging: {
      always: [
        {
          guard: 'everythingFits',
          target: 'settled',
          actions: ['apply', { type: 'tellPlace', params: { isTyped: false } }],
        },
        { target: 'faulty' },
      ],
    },
    settled: {},
    /** What is asked for is still the range before. */
    editing: { on: { 'user.applied': 'judging' } },
    faulty: { on: { 'user.applied': 'judging' } },
  },
})

const withEnd = (choice: Choice, end: EndName, change: Choice['ends'][EndName]): Choice => ({
  ...choice,
  ends: { ...choice.ends, [end]: change },
})

export type TimeFilterActor = ActorRefFrom<typeof timeFilterMachine>
export type TimeFilterSnapshot = SnapshotFrom<typeof timeFilterMachine>
