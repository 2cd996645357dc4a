import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { type Entry, reopened, type UnsavedEntries, withUnsaved } from '../kit/entry-dialog.machine.ts'
import { withoutFault } from '../kit/field-fault.ts'
import { known } from '../kit/known.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

/** What is written: something new, or what exists at the revision that it was read at. */
export type Subject = { readonly id: string; readonly name: string; readonly revision: number } | null
/** What is saved; `secret` only where it was just created or replaced. */
export type SavedEntry = { readonly name: string; readonly secret: string | null }

export type SecretEntryEvent =
  | { readonly type: 'user.opened'; readonly subject: Subject; readonly entry: Entry }
  | { readonly type: 'user.wrote'; readonly field: string; readonly text: string }
  | { readonly type: 'user.submitted' }
  /** Escape: what is written waits for the next opening. */
  | { readonly type: 'user.left' }
  /** What is written is dropped. */
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.replaced'; readonly subject: Exclude<Subject, null> }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.copied' }
  | { readonly type: 'user.dismissed' }

type Context = {
  readonly subject: Subject
  readonly entry: Entry
  /** What the form opened with. */
  readonly begun: Entry
  /** What was left unsaved. */
  readonly kept: UnsavedEntries
  readonly shown: { readonly name: string; readonly secret: string } | null
  readonly problem: Problem | null
}
type Saved = { readonly event: { readonly output: SavedEntry } }
const answered = ({ event }: Saved) => ({ saved: event.output })

type Setting = { readonly id: string; readonly isComplete: (entry: Entry) => boolean }

/** Something with a secret of its own: created, changed, or its secret replaced. The secret is shown once, until the person puts it away. */
export const createSecretEntryMachine = ({ id, isComplete }: Setting) =>
  setup({
    types: { context: {} as Context, events: {} as SecretEntryEvent, tags: {} as 'busy' | 'writing' | 'shown' },
    actors: {
      saveEntry: unprovidedActor<SavedEntry, { readonly subject: Subject; readonly entry: Entry }>('saveEntry'),
      replaceSecret: unprovidedActor<SavedEntry, { readonly id: string }>('replaceSecret'),
      /** Whether it stands in the clipboard. */
      copySecret: unprovidedActor<boolean, { readonly secret: string }>('copySecret'),
    },
    guards: {
      isComplete: ({ context }) => isComplete(context.entry),
      hasSecret: (_, { saved }: { readonly saved: SavedEntry }) => saved.secret !== null,
      isCopied: (_, { isCopied }: { readonly isCopied: boolean }) => isCopied,
    },
    actions: {
      begin: assign(({ context }, { subject, entry }: { readonly subject: Subject; readonly entry: Entry }) => ({
        ...{ ...reopened(context.kept, [subject, entry], entry), begun: entry, subject, problem: null },
      })),
      keep: assign(({ context: { kept, subject, begun, entry } }) => ({
        kept: withUnsaved(kept, [subject, begun], entry, begun),
      })),
      write: assign(({ context }, { field, text }: { readonly field: string; readonly text: string }) => ({
        entry: { ...context.entry, [field]: text },
        problem: withoutFault(context.problem, `/${field}`),
      })),
      show: assign((_, { saved }: { readonly saved: SavedEntry }) => ({
        shown: { name: saved.name, secret: saved.secret ?? '' },
      })),
      putAway: assign({ subject: null, entry: {}, begun: {}, shown: null, problem: null }),
      rememberProblem: assign(keepProblem),
      forgetProblem: assign({ problem: null }),
      announceSaved: (_, _params: { readonly saved: SavedEntry }) => {},
      announceCopied: () => {},
    },
  }).createMachine({
    id,
    context: { subject: null, entry: {}, begun: {}, kept: {}, shown: null, problem: null },
    initial: 'closed',
    states: {
      closed: {
        entry: 'putAway',
        on: {
          'user.opened': { target: 'writing', actions: { type: 'begin', params: ({ event }) => event } },
          'user.replaced': {
            target: 'asking',
            actions: { type: 'begin', params: ({ event }) => ({ subject: event.subject, entry: {} }) },
          },
        },
      },
      writing: {
        tags: 'writing',
        on: {
          'user.wrote': { actions: { type: 'write', params: ({ event }) => event } },
          'user.submitted': { guard: 'isComplete', target: 'saving' },
          'user.left': { target: 'closed', actions: 'keep' },
          'user.cancelled': 'closed',
        },
      },
      saving: {
        tags: ['busy', 'writing'],
        entry: 'forgetProblem',
        invoke: {
          id: 'saveEntry',
          src: 'saveEntry',
          input: ({ context }) => ({ subject: context.subject, entry: context.entry }),
          onDone: [
            {
              guard: { type: 'hasSecret', params: answered },
              target: 'shown',
              actions: [
                { type: 'show', params: answered },
                { type: 'announceSaved', params: answered },
              ],
            },
            { target: 'closed', actions: { type: 'announceSaved', params: answered } },
          ],
          onError: { target: 'writing', actions: rememberProblem },
        },
      },
      /** What happens to the secret that works now is read before it is replaced. */
      asking: { on: { 'user.confirmed': 'replacing', 'user.cancelled': 'closed' } },
      replacing: {
        tags: 'busy',
        entry: 'forgetProblem',
        invoke: {
          id: 'replaceSecret',
          src: 'replaceSecret',
          input: ({ context }) => ({ id: known(context.subject, 'subject').id }),
          onDone: {
            target: 'shown',
            actions: [
              { type: 'show', params: answered },
              { type: 'announceSaved', params: answered },
            ],
          },
          onError: { target: 'asking', actions: rememberProblem },
        },
      },
      /** Nothing else is begun before the value is put away: it is not shown again. */
      shown: {
        tags: 'shown',
        initial: 'uncopied',
        on: { 'user.dismissed': 'closed' },
        states: {
          uncopied: { on: { 'user.copied': 'copying' } },
          copying: {
            invoke: {
              id: 'copySecret',
              src: 'copySecret',
              input: ({ context }) => ({ secret: known(context.shown, 'shown').secret }),
              onDone: [
                {
                  guard: { type: 'isCopied', params: ({ event }) => ({ isCopied: event.output }) },
                  target: 'uncopied',
                  actions: 'announceCopied',
                },
                { target: 'byHand' },
              ],
              onError: 'byHand',
            },
          },
          /** The browser lets no program copy: the person selects it. */
          byHand: { on: { 'user.copied': 'copying' } },
        },
      },
    },
  })

type SecretEntryMachine = ReturnType<typeof createSecretEntryMachine>
export type SecretEntryActor = ActorRefFrom<SecretEntryMachine>
export type SecretEntrySnapshot = SnapshotFrom<SecretEntryMachine>
