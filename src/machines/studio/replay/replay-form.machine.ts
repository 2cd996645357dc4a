import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { ReplayChosen } from '../../studio/retry/retry.machine.ts'
import {
  blankReplay,
  faultsIn,
  isOfLedger,
  orderOf,
  type ReplayChoices,
  type ReplayFaults,
  type ReplayField,
  type ReplayOrder,
  type ReplayWritten,
} from './replay-rules.ts'

const none: ReplayFaults = {}
/** What is told to be wrong: nothing before somebody has pressed Start. */
export const selectFaults = ({ context: { hasTried, written, chosen } }: ReplayFormSnapshot) =>
  hasTried ? faultsIn(written, chosen) : none
/** Whether what is asked for stands in the ledger. */
export const selectIsOfLedger = ({ context: { written, chosen } }: ReplayFormSnapshot) => isOfLedger(written, chosen)

export type ReplayFormEvent =
  | { readonly type: 'user.wrote'; readonly field: ReplayField; readonly text: string }
  | { readonly type: 'user.chose'; readonly choice: Partial<ReplayChoices> }
  /** Null is the newest record of the ledger. */
  | { readonly type: 'user.choseExample'; readonly at: number | null }
  /** What was chosen elsewhere is not wanted: the form is. */
  | { readonly type: 'user.unchose' }
  | { readonly type: 'user.started' }
  | { readonly type: 'user.reset' }

type Context = {
  readonly written: ReplayWritten
  readonly chosen: ReplayChosen | null
  readonly examples: readonly unknown[]
  /** Whether somebody pressed Start although something was wrong: what is wrong is told from then on. */
  readonly hasTried: boolean
}

type Input = {
  readonly typed: ReplayWritten | null
  readonly chosen: ReplayChosen | null
  /** Records that the connector keeps as examples. */
  readonly examples: readonly unknown[]
}

/** Which records are to be replayed, as somebody says it. */
export const replayFormMachine = setup({
  types: { context: {} as Context, events: {} as ReplayFormEvent, input: {} as Input },
  guards: {
    everythingFits: ({ context: { written, chosen } }) => Object.keys(faultsIn(written, chosen)).length === 0,
    /** Only what somebody writes himself has room for records. */
    isAsked: ({ context: { written, chosen } }, { field }: { readonly field: ReplayField }) =>
      chosen === null ? field !== 'records' || written.source === 'custom' : field === 'delay',
    nothingIsChosen: ({ context }) => context.chosen === null,
    somethingIsChosen: ({ context }) => context.chosen !== null,
    examplesAreAsked: ({ context: { written, chosen, examples } }) =>
      chosen === null && written.source === 'sample' && examples.length > 0,
  },
  actions: {
    remember: assign(({ context }, { field, text }: { readonly field: ReplayField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
    })),
    rememberChoice: assign(({ context }, { choice }: { readonly choice: Partial<ReplayWritten> }) => ({
      written: { ...context.written, ...choice },
    })),
    rememberTry: assign({ hasTried: true }),
    forgetTry: assign({ hasTried: false }),
    forgetChosen: assign({ chosen: null, hasTried: false }),
    forgetWritten: assign({ written: blankReplay, hasTried: false }),
    /** The tab keeps it. */
    tellWritten: (_, _params: { readonly written: ReplayWritten }) => {},
    tellOrder: (_, _params: { readonly order: ReplayOrder; readonly isOfLedger: boolean }) => {},
    tellReset: () => {},
    tellUnchosen: () => {},
  },
}).createMachine({
  id: 'replay-form',
  context: ({ input: { typed, chosen, examples } }) => {
    const written = typed ?? blankReplay
    // An example that is kept no more is not chosen any more.
    const isKept = written.example === null || written.example < examples.length
    return { written: isKept ? written : { ...written, example: null }, chosen, examples, hasTried: false }
  },
  on: {
    'user.wrote': {
      guard: { type: 'isAsked', params: ({ event }) => event },
      target: '.judging',
      actions: { type: 'remember', params: ({ event }) => event },
    },
    'user.chose': {
      guard: 'nothingIsChosen',
      target: '.judging',
      actions: { type: 'rememberChoice', params: ({ event }) => event },
    },
    'user.choseExample': {
      guard: 'examplesAreAsked',
      target: '.judging',
      actions: { type: 'rememberChoice', params: ({ event }) => ({ choice: { example: event.at } }) },
    },
    'user.unchose': { guard: 'somethingIsChosen', target: '.judging', actions: ['forgetChosen', 'tellUnchosen'] },
    'user.reset': { target: '.judging', actions: ['forgetWritten', 'tellReset'] },
  },
  initial: 'judging',
  states: {
    judging: {
      exit: { type: 'tellWritten', params: ({ context }) => ({ written: context.written }) },
      always: [{ guard: 'everythingFits', target: 'complete' }, { target: 'incomplete' }],
    },
    complete: {
      on: {
        'user.started': {
          actions: [
            'forgetTry',
            {
              type: 'tellOrder',
              params: ({ context: { written, chosen, examples } }) => ({
                order: orderOf(written, chosen, examples),
                isOfLedger: isOfLedger(written, chosen),
              }),
            },
          ],
        },
      },
    },
    incomplete: { on: { 'user.started': { actions: 'rememberTry' } } },
  },
})

export type ReplayFormActor = ActorRefFrom<typeof replayFormMachine>
export type ReplayFormSnapshot = SnapshotFrom<typeof replayFormMachine>
