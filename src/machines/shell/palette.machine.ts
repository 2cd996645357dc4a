import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'
import { type Change, type Command, commandsOf, type Found, resultsOf, type Verb } from './palette.results.ts'

export const selectIsBusy = (snapshot: PaletteSnapshot) => snapshot.hasTag('busy')
export const selectQuery = (snapshot: PaletteSnapshot) => snapshot.context.query
export const selectAt = (snapshot: PaletteSnapshot) => snapshot.context.at
export const selectProblem = (snapshot: PaletteSnapshot) => snapshot.context.problem
export const selectCanRetry = (snapshot: PaletteSnapshot) => snapshot.can({ type: 'user.retried' })
/** New on each call: draw it from a snapshot that is held. */
export const selectResults = (snapshot: PaletteSnapshot) => resultsOf(snapshot.context)

export type PaletteInput = {
  /** What it was first called for. */
  readonly calledFor: 'search' | 'keys'
  /** Pages and actions, as this person has them. */
  readonly commands: readonly Command[]
  /** What can be done with a connector, as a person reads it. */
  readonly verbNames: Readonly<Record<Verb, string>>
}

export type Step = 'next' | 'previous' | 'first' | 'last'

export type PaletteEvent =
  | { readonly type: 'browser.calledSearch' }
  | { readonly type: 'browser.calledKeys' }
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.moved'; readonly step: Step }
  /** What is marked, or what was pressed. */
  | { readonly type: 'user.chose'; readonly id?: string }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.left' }

type Chosen = { readonly id?: string }

/** What an id names among the results; without one what is marked. */
function chosenIn(context: Parameters<typeof resultsOf>[0] & { readonly at: number }, { id }: Chosen) {
  const { shown } = resultsOf(context)
  return id === undefined ? shown[context.at] : shown.find((it) => it.id === id)
}

/** The way to every page, action and connector by the keyboard, what can be done with a connector, and the list of the keys. */
export const paletteMachine = setup({
  types: {
    context: {} as Omit<PaletteInput, 'calledFor'> & {
      readonly calledFor: PaletteInput['calledFor']
      /** As they were read when it was opened, each with what can be done. */
      readonly connectors: readonly Command[]
      readonly query: string
      /** Which of the results is marked, counted from 0. */
      readonly at: number
      /** What is asked about before it is done. */
      readonly change: Change | null
      readonly problem: Problem | null
    },
    events: {} as PaletteEvent,
    input: {} as PaletteInput,
    tags: {} as 'busy',
  },
  actors: {
    listConnectors: unprovidedActor<readonly Found[], void>('listConnectors'),
    doChange: unprovidedActor<void, Change | null>('doChange'),
    watchKeys: unprovidedCallbackActor<void>('watchKeys'),
  },
  guards: {
    keysAreAsked: ({ context }) => context.calledFor === 'keys',
    somethingIsFound: ({ context }) => resultsOf(context).shown.length > 0,
    chosenChangesSomething: ({ context }, chosen: Chosen) => chosenIn(context, chosen)?.change !== undefined,
  },
  actions: {
    rememberQuery: assign((_, params: { readonly text: string }) => ({ query: params.text, at: 0 })),
    forgetSearch: assign({ connectors: [], query: '', at: 0, problem: null }),
    rememberConnectors: assign(({ context }, params: { readonly found: readonly Found[] }) => ({
      connectors: commandsOf(params.found, context.verbNames),
    })),
    rememberChange: assign(({ context }, chosen: Chosen) => ({ change: chosenIn(context, chosen)?.change ?? null })),
    forgetChange: assign({ change: null, problem: null }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    mark: assign(({ context }, params: { readonly step: Step }) => {
      const count = resultsOf(context).shown.length
      const at = { next: context.at + 1, previous: context.at - 1 + count, first: 0, last: count - 1 }[params.step]
      return { at: at % count }
    }),
  },
}).createMachine({
  id: 'palette',
  context: ({ input }) => ({ ...input, connectors: [], query: '', at: 0, change: null, problem: null }),
  // Without the keys the button in the header is left.
  invoke: { id: 'watchKeys', src: 'watchKeys', onError: {} },
  initial: 'opening',
  states: {
    opening: {
      always: [{ guard: 'keysAreAsked', target: 'keys' }, { target: 'open' }],
    },
    closed: {
      on: { 'browser.calledSearch': 'open', 'browser.calledKeys': 'keys' },
    },
    keys: {
      on: { 'user.left': 'closed', 'browser.calledSearch': 'open', 'browser.calledKeys': 'closed' },
    },
    open: {
      entry: 'forgetSearch',
      initial: 'loading',
      on: {
        'user.wrote': { actions: { type: 'rememberQuery', params: ({ event }) => event } },
        'user.moved': { guard: 'somethingIsFound', actions: { type: 'mark', params: ({ event }) => event } },
        'user.chose': [
          {
            guard: { type: 'chosenChangesSomething', params: ({ event }) => event },
            target: 'asking',
            actions: { type: 'rememberChange', params: ({ event }) => event },
          },
          // Whoever draws it runs what is marked: a link leads away, an action is another machine's event.
          { guard: 'somethingIsFound', target: 'closed' },
        ],
        'user.left': 'closed',
        'browser.calledSearch': 'closed',
        'browser.calledKeys': 'keys',
      },
      states: {
        loading: {
          tags: 'busy',
          entry: 'forgetProblem',
          invoke: {
            id: 'listConnectors',
            src: 'listConnectors',
            onDone: {
              target: 'ready',
              actions: { type: 'rememberConnectors', params: ({ event }) => ({ found: event.output }) },
            },
            onError: { target: 'failed', actions: rememberProblem },
          },
        },
        ready: {},
        failed: { on: { 'user.retried': 'loading' } },
      },
    },
    /** What changes something is asked about once. */
    asking: {
      exit: 'forgetProblem',
      on: { 'user.confirmed': 'doing', 'user.left': { target: 'closed', actions: 'forgetChange' } },
    },
    doing: {
      tags: 'busy',
      invoke: {
        id: 'doChange',
        src: 'doChange',
        input: ({ context }) => context.change,
        onDone: { target: 'closed', actions: 'forgetChange' },
        onError: { target: 'asking', actions: rememberProblem },
      },
    },
  },
})

export type PaletteActor = ActorRefFrom<typeof paletteMachine>
export type PaletteSnapshot = SnapshotFrom<typeof paletteMachine>
