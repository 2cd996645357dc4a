import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { withoutFault } from './field-fault.ts'
import { keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

/** What is written, by field. */
export type Entry = Readonly<Record<string, string>>

export type EntryDialogEvent =
  | { readonly type: 'user.opened'; readonly entry: Entry }
  | { readonly type: 'user.wrote'; readonly field: string; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }

/** A dialog that adds or changes one entry: invite a person, add an address. */
export const entryDialogMachine = setup({
  types: {
    context: {} as { readonly entry: Entry; readonly problem: Problem | null },
    events: {} as EntryDialogEvent,
    tags: {} as 'busy',
  },
  actors: { saveEntry: unprovidedActor<unknown, Entry>('saveEntry') },
  guards: {
    /** What the provider knows of the fields. */
    isValid: (_, _params: { readonly entry: Entry }) => true,
  },
  actions: {
    begin: assign((_, { entry }: { readonly entry: Entry }) => ({ entry, problem: null })),
    write: assign(({ context }, { field, text }: { readonly field: string; readonly text: string }) => ({
      entry: { ...context.entry, [field]: text },
      problem: withoutFault(context.problem, `/${field}`),
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    announceSaved: (_, _params: { readonly entry: Entry }) => {},
  },
}).createMachine({
  id: 'entry-dialog',
  context: { entry: {}, problem: null },
  initial: 'closed',
  states: {
    closed: {
      on: { 'user.opened': { target: 'open', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    open: {
      on: {
        'user.wrote': { actions: { type: 'write', params: ({ event }) => event } },
        'user.submitted': {
          guard: { type: 'isValid', params: ({ context }) => ({ entry: context.entry }) },
          target: 'saving',
        },
        'user.cancelled': 'closed',
      },
    },
    saving: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'saveEntry',
        src: 'saveEntry',
        input: ({ context }) => context.entry,
        onDone: {
          target: 'closed',
          actions: { type: 'announceSaved', params: ({ context }) => ({ entry: context.entry }) },
        },
        onError: { target: 'open', actions: rememberProblem },
      },
    },
  },
})

export type EntryDialogActor = ActorRefFrom<typeof entryDialogMachine>
export type EntryDialogSnapshot = SnapshotFrom<typeof entryDialogMachine>
