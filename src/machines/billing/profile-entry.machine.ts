import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { vatNumberFault } from '#contract/billing/vat-number.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { type Entry, reopened, type UnsavedEntries, withUnsaved } from '../kit/entry-dialog.machine.ts'
import { withoutFault } from '../kit/field-fault.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export const selectEntry = ({ context }: ProfileEntrySnapshot) => context.entry
export const selectProblem = ({ context }: ProfileEntrySnapshot) => context.problem
export const selectIsOpen = (snapshot: ProfileEntrySnapshot) => !snapshot.matches('closed')
export const selectStage = ({ value }: ProfileEntrySnapshot) => value
export const selectIsCardElsewhere = ({ context }: ProfileEntrySnapshot) => context.isCardElsewhere

export type ProfileEntryEvent =
  /** `hasPrimary`: whether another profile is the primary one. */
  | { readonly type: 'user.opened'; readonly entry: Entry; readonly hasPrimary: boolean }
  | { readonly type: 'user.wrote'; readonly field: string; readonly text: string }
  | { readonly type: 'user.submitted' }
  /** The address is written in a dialog of its own. */
  | { readonly type: 'user.openedAddress' }
  | { readonly type: 'user.addedAddress' }
  /** A card is added in a dialog of its own. */
  | { readonly type: 'user.openedCard' }
  | { readonly type: 'user.addedCard' }
  | { readonly type: 'user.wroteAddress'; readonly field: string; readonly text: string }
  | { readonly type: 'user.wroteCard'; readonly field: string; readonly text: string }
  /** Back to the profile. */
  | { readonly type: 'user.returned' }
  /** The profile takes the place of the primary one. */
  | { readonly type: 'user.replaced' }
  /** The primary one stays, and the profile is saved as another one. */
  | { readonly type: 'user.kept' }
  | { readonly type: 'user.left' }
  | { readonly type: 'user.cancelled' }

type Context = {
  readonly entry: Entry
  readonly begun: Entry
  readonly kept: UnsavedEntries
  readonly hasPrimary: boolean
  readonly problem: Problem | null
  /** A page of the card provider is open elsewhere. */
  readonly isCardElsewhere: boolean
}
/** Null: it is typed on the page of the card provider, and listed afterwards. */
export type AddedCard = { readonly methodId: string | null }
type Opened = { readonly entry: Entry; readonly hasPrimary: boolean }

/** A name, a country unless none was ever chosen for it, and a VAT number of the right format or none. */
const isComplete = ({ entry, begun }: Pick<Context, 'entry' | 'begun'>) =>
  (entry['name'] ?? '').trim() !== '' &&
  ((entry['country'] ?? '') !== '' || (entry['id'] !== '' && begun['country'] === '')) &&
  vatNumberFault(entry['country'] ?? '', entry['vatNumber'] ?? '') === null

const text = (entry: Entry, field: string) => (entry[field] ?? '').trim()

const becomesPrimary = ({ entry, begun, hasPrimary }: Context) =>
  hasPrimary && entry['isPrimary'] === 'yes' && begun['isPrimary'] !== 'yes'

/** A billing profile that is added or changed. One that becomes the primary one is asked about first. */
export const profileEntryMachine = setup({
  types: { context: {} as Context, events: {} as ProfileEntryEvent, tags: {} as 'busy' },
  actors: {
    saveProfile: unprovidedActor<unknown, Entry>('saveProfile'),
    addCard: unprovidedActor<AddedCard, Entry>('addCard'),
  },
  guards: {
    isComplete: ({ context }) => isComplete(context),
    hasAddress: ({ context: { entry } }) => text(entry, 'draftAddress') !== '' && text(entry, 'draftCountry') !== '',
    hasHolder: ({ context: { entry } }) => text(entry, 'holder') !== '',
    replaces: ({ context }) => isComplete(context) && becomesPrimary(context),
  },
  actions: {
    begin: assign(({ context }, { entry, hasPrimary }: Opened) => ({
      ...{ ...reopened(context.kept, entry, entry), begun: entry, hasPrimary, problem: null },
      isCardElsewhere: false,
    })),
    keep: assign(({ context: { kept, begun, entry } }) => ({ kept: withUnsaved(kept, begun, entry, begun) })),
    write: assign(({ context }, { field, text }: { readonly field: string; readonly text: string }) => ({
      entry: { ...context.entry, [field]: text },
      problem: withoutFault(context.problem, `/${field}`),
    })),
    /** What was written there before is still there. */
    beginAddress: assign(({ context: { entry } }) => ({
      entry: { draftAddress: entry['address'] ?? '', draftCountry: entry['country'] ?? '', ...entry },
    })),
    addAddress: assign(({ context: { entry } }) => {
      const { draftAddress = '', draftCountry = '', ...others } = entry
      return { entry: { ...others, address: draftAddress.trim(), country: draftCountry } }
    }),
    draft: assign(({ context }, params: { readonly field: string; readonly text: string }) => ({
      entry: { ...context.entry, [params.field]: params.text },
    })),
    chooseCard: assign(({ context: { entry } }, { methodId }: AddedCard) => ({
      entry: methodId === null ? entry : { ...entry, methodId },
      isCardElsewhere: methodId === null,
    })),
    leavePrimary: assign(({ context }) => ({ entry: { ...context.entry, isPrimary: '' } })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    announceSaved: () => {},
    announceCard: () => {},
  },
}).createMachine({
  id: 'profile-entry',
  context: { entry: {}, begun: {}, kept: {}, hasPrimary: false, problem: null, isCardElsewhere: false },
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
        'user.openedAddress': { target: 'addressing', actions: 'beginAddress' },
        'user.openedCard': { target: 'choosingCard', actions: 'forgetProblem' },
        'user.left': { target: 'closed', actions: 'keep' },
        'user.cancelled': 'closed',
      },
    },
    addressing: {
      on: {
        'user.wroteAddress': { actions: { type: 'draft', params: ({ event }) => event } },
        'user.addedAddress': { guard: 'hasAddress', target: 'open', actions: 'addAddress' },
        'user.returned': 'open',
      },
    },
    choosingCard: {
      on: {
        'user.wroteCard': { actions: { type: 'draft', params: ({ event }) => event } },
        'user.addedCard': { guard: 'hasHolder', target: 'addingCard' },
        'user.returned': { target: 'open', actions: 'forgetProblem' },
      },
    },
    addingCard: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'addCard',
        src: 'addCard',
        input: ({ context }) => context.entry,
        onDone: {
          target: 'open',
          actions: [{ type: 'chooseCard', params: ({ event }) => event.output }, 'announceCard'],
        },
        onError: { target: 'choosingCard', actions: rememberProblem },
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
