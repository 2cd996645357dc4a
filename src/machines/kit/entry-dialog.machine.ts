import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { withoutFault } from './field-fault.ts'
import { report } from './page/report.ts'
import { keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

export const selectEntry = ({ context }: EntryDialogSnapshot) => context.entry
export const selectProblem = ({ context }: EntryDialogSnapshot) => context.problem
export const selectIsOpen = (snapshot: EntryDialogSnapshot) => !snapshot.matches('closed')
export const selectCanWrite = (snapshot: EntryDialogSnapshot) => snapshot.can({ type: 'user.wrote', field: '', text: '' })

/** What is written, by field. */
export type Entry = Readonly<Record<string, string>>

export type EntryDialogEvent =
  | { readonly type: 'user.opened'; readonly entry: Entry }
  | { readonly type: 'user.wrote'; readonly field: string; readonly text: string }
  | { readonly type: 'user.submitted' }
  /** Escape: what is written waits for the next opening. */
  | { readonly type: 'user.left' }
  /** What is written is dropped. */
  | { readonly type: 'user.cancelled' }

/** `output` is what the provided actor returned. */
export type EntryDialogFact = { readonly type: 'saved'; readonly entry: Entry; readonly output: unknown }

/** What was left unsaved, by what the dialog had opened with. */
export type UnsavedEntries = Readonly<Record<string, Entry>>
/** What a dialog opens with, as a key: something that was saved meanwhile opens afresh. */
const keyOf = (opened: unknown) => JSON.stringify(opened)

/** Opens with what was left of the same, or afresh. */
export function reopened(
  kept: UnsavedEntries,
  opened: unknown,
  entry: Entry,
): { readonly entry: Entry; readonly kept: UnsavedEntries } {
  const { [keyOf(opened)]: left, ...others } = kept
  return { entry: left ?? entry, kept: others }
}

/** Of a dialog that is left: only what differs from what it opened with is worth keeping. */
export const withUnsaved = (kept: UnsavedEntries, opened: unknown, entry: Entry, begun: Entry): UnsavedEntries =>
  keyOf(entry) === keyOf(begun) ? kept : { ...kept, [keyOf(opened)]: entry }

type Context = { readonly entry: Entry; readonly begun: Entry; readonly kept: UnsavedEntries; readonly problem: Problem | null }

/** A dialog that adds or changes one entry: invite a person, add an address. */
export const entryDialogMachine = setup({
  types: {
    context: {} as Context,
    events: {} as EntryDialogEvent,
    emitted: {} as EntryDialogFact,
    tags: {} as 'busy',
  },
  actors: { saveEntry: unprovidedActor<unknown, Entry>('saveEntry') },
  guards: {
    /** What the provider knows of the fields. */
    isValid: (_, _params: { readonly entry: Entry }) => true,
  },
  actions: {
    begin: assign(({ context }, { entry }: { readonly entry: Entry }) => ({
      ...{ ...reopened(context.kept, entry, entry), begun: entry, problem: null },
    })),
    keep: assign(({ context: { kept, begun, entry } }) => ({ kept: withUnsaved(kept, begun, entry, begun) })),
    write: assign(({ context }, { field, text }: { readonly field: string; readonly text: string }) => ({
      entry: { ...context.entry, [field]: text },
      problem: withoutFault(context.problem, `/${field}`),
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    announceSaved: (_, _params: { readonly entry: Entry }) => {},
    reportSaved: enqueueActions(({ enqueue, self }, saved: Omit<EntryDialogFact, 'type'>) =>
      report<EntryDialogFact>(enqueue, self, { type: 'saved', ...saved }),
    ),
  },
}).createMachine({
  id: 'entry-dialog',
  context: { entry: {}, begun: {}, kept: {}, problem: null },
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
        'user.left': { target: 'closed', actions: 'keep' },
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
          actions: [
            { type: 'announceSaved', params: ({ context }) => ({ entry: context.entry }) },
            { type: 'reportSaved', params: ({ context, event }) => ({ entry: context.entry, output: event.output }) },
          ],
        },
        onError: { target: 'open', actions: rememberProblem },
      },
    },
  },
})

export type EntryDialogActor = ActorRefFrom<typeof entryDialogMachine>
export type EntryDialogSnapshot = SnapshotFrom<typeof entryDialogMachine>
