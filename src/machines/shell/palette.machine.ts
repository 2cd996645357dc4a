import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'
import { type Command, resultsOf } from './palette.results.ts'

export type PaletteInput = {
  /** What it was first called for. */
  readonly calledFor: 'search' | 'keys'
  /** Pages and actions, as this person has them. */
  readonly commands: readonly Command[]
}

export type Step = 'next' | 'previous' | 'first' | 'last'

export type PaletteEvent =
  | { readonly type: 'browser.calledSearch' }
  | { readonly type: 'browser.calledKeys' }
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.moved'; readonly step: Step }
  | { readonly type: 'user.chose' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.left' }

/** The way to every page, action and connector by the keyboard, and the list of the keys. */
export const paletteMachine = setup({
  types: {
    context: {} as Omit<PaletteInput, 'calledFor'> & {
      readonly calledFor: PaletteInput['calledFor']
      /** As they were read when it was opened. */
      readonly connectors: readonly Command[]
      readonly query: string
      /** Which of the results is marked, counted from 0. */
      readonly at: number
      readonly problem: Problem | null
    },
    events: {} as PaletteEvent,
    input: {} as PaletteInput,
    tags: {} as 'busy',
  },
  actors: {
    listConnectors: unprovidedActor<readonly Command[], void>('listConnectors'),
    watchKeys: unprovidedCallbackActor<void>('watchKeys'),
  },
  guards: {
    keysAreAsked: ({ context }) => context.calledFor === 'keys',
    somethingIsFound: ({ context }) => resultsOf(context).shown.length > 0,
  },
  actions: {
    rememberQuery: assign((_, params: { readonly text: string }) => ({ query: params.text, at: 0 })),
    forgetSearch: assign({ connectors: [], query: '', at: 0, problem: null }),
    rememberConnectors: assign((_, params: { readonly connectors: readonly Command[] }) => params),
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
  context: ({ input }) => ({ ...input, connectors: [], query: '', at: 0, problem: null }),
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
      exit: 'forgetSearch',
      initial: 'loading',
      on: {
        'user.wrote': { actions: { type: 'rememberQuery', params: ({ event }) => event } },
        'user.moved': { guard: 'somethingIsFound', actions: { type: 'mark', params: ({ event }) => event } },
        // Whoever draws it runs what is marked: a link leads away, an action is another machine's event.
        'user.chose': { guard: 'somethingIsFound', target: 'closed' },
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
              actions: { type: 'rememberConnectors', params: ({ event }) => ({ connectors: event.output }) },
            },
            onError: { target: 'failed', actions: rememberProblem },
          },
        },
        ready: {},
        failed: { on: { 'user.retried': 'loading' } },
      },
    },
  },
})

export type PaletteActor = ActorRefFrom<typeof paletteMachine>
export type PaletteSnapshot = SnapshotFrom<typeof paletteMachine>
