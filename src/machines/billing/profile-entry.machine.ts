import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { vatNumberFault } from '#contract/billing/vat-number.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { type Entry, type Kept, keptWith, reopened } from '../kit/entry-dialog.machine.ts'
import { withoutFault } from '../kit/field-fault.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export type ProfileEntryEvent =
  /** `hasPrimary`: whether another profile is the primary one. */
  | { readonly type: 'user.opened'; readonly entry: Entry; readonly hasPrimary: boolean }
  | { readonly type: 'user.wrote'; readonly field: string; readonly text: string }
  | { readonly type: 'user.submitted' }
  /** The profile takes the place of the primary one. */
  | { readonly type: 'user.replaced' }
  /** The primary one stays, and the profile is saved as another one. */
  | { readonly type: 'user.kept' }
  | { readonly type: 'user.left' }
  | { readonly type: 'user.cancelled' }

type Context = {
  readonly entry: Entry
  readonly begun: Entry
  readonly kept: Kept
  readonly hasPrimary: boolean
  readonly problem: Problem | null
}
type Opened = { readonly entry: Entry; readonly hasPrimary: boolean }

/** A name, a country unless none was ever chosen for it, and a VAT number of the right format or none. */
const isComplete = ({ entry, begun }: Pick<Context, 'entry' | 'begun'>) =>
  (entry['name'] ?? '').trim() !== '' &&
  ((entry['country'] ?? '') !== '' || (entry['id'] !== '' && begun['country'] === '')) &&
  vatNumberFault(entry['country'] ?? '', entry['vatNumber'] ?? '') === null

const becomesPrimary = ({ entry, begun, hasPrimary }: Context) =>
  hasPrimary && entry['isPrimary'] === 'yes' && begun['isPrimary'] !== 'yes'

/** A billing profile that is added or changed. One that becomes the primary one is asked about first. */
export const profileEntryMachine = setup({
  types: { context: {} as Context, events: {} as ProfileEntryEvent, tags: {} as 'busy' },
  actors: { saveProfile: unprovidedActor<unknown, Entry>('saveProfile') },
  guards: {
    isComplete: ({ context }) => isComplete(context),
    replaces: ({ context }) => isComplete(context) && becomesPrimary(context),
  },
  actions: {
    begin: assign(({ context }, { entry, hasPrimary }: Opened) => ({
      ...{ ...reopened(context.kept, entry, entry), begun: entry, hasPrimary, problem: null },
    })),
    keep: assign(({ context: { kept, begun, entry } }) => ({ kept: keptWith(kept, begun, entry, begun) })),
    write: assign(({ context }, { field, text }: { readonly field: string; readonly text: string }) => ({
      entry: { ...context.entry, [field]: text },
      problem: withoutFault(context.problem, `/${field}`),
    })),
    leavePrimary: assign(({ context }) => ({ entry: { ...context.entry, isPrimary: '' } })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    announceSaved: () => {},
  },
}).createMachine({
  id: 'profile-entry',
  context: { entry: {}, begun: {}, kept: {}, hasPrimary: false, problem: null },
  initial: 'closed',
  states: {
    closed: {
      on: { 'user.opened': { target: 'open', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    open: {
      on: {
        'user.wrote': { actions: { type: 'write', params: ({ event }) => event } },
        'user.submitted': [
          { guard: 'replaces', target: 'asking' },
          { guard: 'isComplete', target: 'saving' },
        ],
        'user.left': { target: 'closed', actions: 'keep' },
        'user.cancelled': 'closed',
      },
    },
    asking: {
      on: { 'user.replaced': 'saving', 'user.kept': { target: 'saving', actions: 'leavePrimary' } },
    },
    saving: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'saveProfile',
        src: 'saveProfile',
        input: ({ context }) => context.entry,
        onDone: { target: 'closed', actions: 'announceSaved' },
        onError: { target: 'open', actions: rememberProblem },
      },
    },
  },
})

export type ProfileEntryActor = ActorRefFrom<typeof profileEntryMachine>
export type ProfileEntrySnapshot = SnapshotFrom<typeof profileEntryMachine>
