import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'
import { withoutFault } from '../kit/field-fault.ts'
import { known } from '../kit/known.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'
import { isKeyComplete, type KeyField } from './api-key-entry.ts'

/** The key that is written: a new one, or an existing one at the revision that it was read at. */
export type Subject = { readonly id: string; readonly name: string; readonly revision: number } | null
/** What is saved; `secret` only of a key that was just created or replaced. */
export type SavedKey = { readonly name: string; readonly secret: string | null }

export type ApiKeyEvent =
  | { readonly type: 'user.opened'; readonly subject: Subject; readonly entry: Entry }
  | { readonly type: 'user.wrote'; readonly field: KeyField; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.replaced'; readonly subject: Exclude<Subject, null> }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.copied' }
  | { readonly type: 'user.dismissed' }

type Context = {
  readonly subject: Subject
  readonly entry: Entry
  readonly shown: { readonly name: string; readonly secret: string } | null
  readonly problem: Problem | null
}
type Saved = { readonly event: { readonly output: SavedKey } }
const saved = ({ event }: Saved) => ({ key: event.output })

/** One API key: created, changed or replaced. Its value is shown once, until the person puts it away. */
export const apiKeyMachine = setup({
  types: { context: {} as Context, events: {} as ApiKeyEvent, tags: {} as 'busy' | 'writing' | 'shown' },
  actors: {
    saveKey: unprovidedActor<SavedKey, { readonly subject: Subject; readonly entry: Entry }>('saveKey'),
    replaceKey: unprovidedActor<SavedKey, { readonly id: string }>('replaceKey'),
    /** Whether it stands in the clipboard. */
    copySecret: unprovidedActor<boolean, { readonly secret: string }>('copySecret'),
  },
  guards: {
    isComplete: ({ context }) => isKeyComplete(context.entry),
    hasSecret: (_, { key }: { readonly key: SavedKey }) => key.secret !== null,
    isCopied: (_, { isCopied }: { readonly isCopied: boolean }) => isCopied,
  },
  actions: {
    begin: assign((_, { subject, entry }: { readonly subject: Subject; readonly entry: Entry }) => ({
      ...{ subject, entry, problem: null },
    })),
    write: assign(({ context }, { field, text }: { readonly field: KeyField; readonly text: string }) => ({
      entry: { ...context.entry, [field]: text },
      problem: withoutFault(context.problem, `/${field}`),
    })),
    show: assign((_, { key }: { readonly key: SavedKey }) => ({ shown: { name: key.name, secret: key.secret ?? '' } })),
    putAway: assign({ subject: null, entry: {}, shown: null, problem: null }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    announceSaved: (_, _params: { readonly key: SavedKey }) => {},
    announceCopied: () => {},
  },
}).createMachine({
  id: 'api-key',
  context: { subject: null, entry: {}, shown: null, problem: null },
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
        'user.cancelled': 'closed',
      },
    },
    saving: {
      tags: ['busy', 'writing'],
      entry: 'forgetProblem',
      invoke: {
        id: 'saveKey',
        src: 'saveKey',
        input: ({ context }) => ({ subject: context.subject, entry: context.entry }),
        onDone: [
          {
            guard: { type: 'hasSecret', params: saved },
            target: 'shown',
            actions: [
              { type: 'show', params: saved },
              { type: 'announceSaved', params: saved },
            ],
          },
          { target: 'closed', actions: { type: 'announceSaved', params: saved } },
        ],
        onError: { target: 'writing', actions: rememberProblem },
      },
    },
    /** What happens to the value that works now is read before it is replaced. */
    asking: { on: { 'user.confirmed': 'replacing', 'user.cancelled': 'closed' } },
    replacing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'replaceKey',
        src: 'replaceKey',
        input: ({ context }) => ({ id: known(context.subject, 'subject').id }),
        onDone: {
          target: 'shown',
          actions: [
            { type: 'show', params: saved },
            { type: 'announceSaved', params: saved },
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

export type ApiKeyActor = ActorRefFrom<typeof apiKeyMachine>
export type ApiKeySnapshot = SnapshotFrom<typeof apiKeyMachine>
