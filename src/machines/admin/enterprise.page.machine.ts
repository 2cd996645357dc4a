import { type ActorRefFrom, assign, emit, sendTo, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { type Entry, type EntryDialogFact, entryDialogMachine } from '../kit/entry-dialog.machine.ts'
import { listMachine } from '../kit/list.machine.ts'
import type { ChildEvent } from '../kit/page/report.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

/** What the address names: a search without outer spaces, the page counted from 1, and the id of the open entry. */
export type EnterprisePlace = { readonly search: string; readonly page: number; readonly open: string | null }

export type PublicationDecisionKind = 'approve' | 'decline'

export type EnterprisePageEvent =
  /** After a part has broken. */
  | { readonly type: 'user.reloaded' }
  | { readonly type: 'place.changed'; readonly query: EnterprisePlace }
  | ChildEvent<'offer' | 'decision', EntryDialogFact>

/** What the page emits. */
export type EnterpriseFact =
  | { readonly type: 'audienceSaved' }
  | { readonly type: 'publicationDecided'; readonly decision: PublicationDecisionKind }

type Moved = { readonly event: { readonly query: EnterprisePlace } }

const placed = ({ event }: Moved) => event.query
const reread = { type: 'user.refreshed' } as const
/** A part that ends by a fault of ours cannot be drawn: the person starts the page again. */
const breaks = { target: '#broken', actions: rememberProblem } as const

/** The Enterprise Library of the operator: the list, the open entry, and the dialogs that change both. */
export const enterprisePageMachine = setup({
  types: {
    context: {} as EnterprisePlace & { readonly problem: Problem | null },
    events: {} as EnterprisePageEvent,
    emitted: {} as EnterpriseFact,
    input: {} as EnterprisePlace,
    children: {} as {
      entries: 'entries'
      entry: 'entry'
      offer: 'offer'
      decision: 'decision'
      address: 'address'
    },
  },
  actors: {
    entries: listMachine,
    entry: listMachine,
    offer: entryDialogMachine,
    decision: entryDialogMachine,
    address: unprovidedCallbackActor<void>('address'),
  },
  guards: {
    isOtherList: ({ context }, { search, page }: EnterprisePlace) => search !== context.search || page !== context.page,
    isOtherEntry: ({ context }, { open }: EnterprisePlace) => open !== context.open,
    isOpen: (_, { open }: Pick<EnterprisePlace, 'open'>) => open !== null,
  },
  actions: {
    rememberPlace: assign((_, place: EnterprisePlace) => place),
    rereadEntries: sendTo('entries', reread),
    rereadEntry: sendTo('entry', reread),
    emitSaved: emit({ type: 'audienceSaved' }),
    emitDecided: emit((_, { entry }: { readonly entry: Entry }) => ({
      ...{ type: 'publicationDecided', decision: entry['decision'] === 'approve' ? 'approve' : 'decline' },
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'enterprise.page',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      states: {
        place: {
          invoke: { id: 'address', src: 'address', onError: breaks },
          on: { 'place.changed': { actions: { type: 'rememberPlace', params: placed } } },
        },
        entries: {
          initial: 'listing',
          on: { 'offer.saved': { actions: 'rereadEntries' }, 'decision.saved': { actions: 'rereadEntries' } },
          states: {
            /** Another search or page is another list: the request for the one before is aborted. */
            listing: {
              invoke: {
                id: 'entries',
                src: 'entries',
                input: ({ context: { search, page } }) => ({ query: { search, page } }),
                onError: breaks,
              },
              on: {
                'place.changed': { guard: { type: 'isOtherList', params: placed }, target: 'listing', reenter: true },
              },
            },
          },
        },
        entry: {
          initial: 'choosing',
          states: {
            choosing: {
              always: [{ guard: { type: 'isOpen', params: ({ context }) => context }, target: 'open' }, { target: 'closed' }],
            },
            closed: { on: { 'place.changed': { guard: { type: 'isOpen', params: placed }, target: 'open' } } },
            open: {
              invoke: {
                id: 'entry',
                src: 'entry',
                input: ({ context: { open } }) => ({ query: { id: open ?? '' } }),
                onError: breaks,
              },
              on: {
                'place.changed': { guard: { type: 'isOtherEntry', params: placed }, target: 'choosing' },
                'offer.saved': { actions: 'rereadEntry' },
                'decision.saved': { actions: 'rereadEntry' },
              },
            },
          },
        },
        /** Here and not in the open entry: what is written stays when another entry is opened. */
        dialogs: {
          invoke: [
            { id: 'offer', src: 'offer', onError: breaks },
            { id: 'decision', src: 'decision', onError: breaks },
          ],
          on: {
            'offer.saved': { actions: 'emitSaved' },
            'decision.saved': { actions: { type: 'emitDecided', params: ({ event }) => event } },
          },
        },
      },
    },
    broken: { id: 'broken', exit: 'forgetProblem', on: { 'user.reloaded': 'running' } },
  },
})

export type EnterprisePageActor = ActorRefFrom<typeof enterprisePageMachine>
