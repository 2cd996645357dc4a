import { type ActorRefFrom, assign, emit, sendTo, setup } from 'xstate'

import type { CustomerDetails } from '#contract/admin/customers.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { type ConfirmedActionFact, confirmedActionMachine } from '../kit/confirmed-action.machine.ts'
import { type Entry, type EntryDialogFact, entryDialogMachine } from '../kit/entry-dialog.machine.ts'
import { type ListFact, listMachine, type Page } from '../kit/list.machine.ts'
import type { ChildEvent } from '../kit/page/report.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

export const customerTabs = ['overview', 'people', 'connectors', 'usage', 'invoices', 'support', 'audit'] as const
export type CustomerTab = (typeof customerTabs)[number]

/** What an operator fills in, by the field `form` of the entry. They exclude each other: one dialog draws them all. */
export const customerForms = ['suspend', 'delete', 'limits', 'plan', 'invite', 'note', 'look', 'export'] as const
export type CustomerForm = (typeof customerForms)[number]

/** What an operator confirms without filling in anything, by `kind`. */
export const customerDecisions = ['reactivate', 'restore', 'lookEnd', 'deleteNote', 'download'] as const
export type CustomerDecision = (typeof customerDecisions)[number]

/** The open tab, and the page of its list, counted from 1. */
export type CustomerPlace = { readonly tab: CustomerTab; readonly page: number }

export type CustomerPageEvent =
  | { readonly type: 'user.opened'; readonly tab: CustomerTab }
  | { readonly type: 'user.turned'; readonly page: number }
  /** An invoice was settled or credited. */
  | { readonly type: 'user.changed' }
  /** After a part has broken. */
  | { readonly type: 'user.reloaded' }
  | { readonly type: 'place.changed'; readonly query: CustomerPlace }
  | ChildEvent<'customer', ListFact>
  | ChildEvent<'form', EntryDialogFact>
  | ChildEvent<'decision', ConfirmedActionFact>

/** What the page emits: a form was saved, or a decision was carried out. */
export type CustomerFact =
  | { readonly type: 'formSaved'; readonly form: CustomerForm; readonly entry: Entry }
  | { readonly type: 'decisionDone'; readonly decision: CustomerDecision; readonly name: string }

type Placed = { readonly type: 'query.placed'; readonly query: CustomerPlace; readonly isTyped: boolean }
type Read = { readonly page: Page<unknown> }

/** Tabs with a list that the page reads; the others draw what is read for all tabs, or parts of other features. */
const listed: readonly CustomerTab[] = ['people', 'connectors', 'audit']
const formOf = (entry: Entry) => customerForms.find((form) => form === entry['form']) ?? 'note'
const decisionOf = (kind: string) => customerDecisions.find((decision) => decision === kind) ?? 'reactivate'

const reread = { type: 'user.refreshed' } as const
/** A part that ends by a fault of ours cannot be drawn: the person starts the page again. */
const breaks = { target: '#broken', actions: rememberProblem } as const

const opened = ({ context, event }: { context: CustomerPlace; event: { readonly tab: CustomerTab } }) => ({
  ...{ tab: event.tab, page: event.tab === context.tab ? context.page : 1 },
})
const turned = ({ context, event }: { context: CustomerPlace; event: { readonly page: number } }) => ({
  ...{ tab: context.tab, page: event.page },
})
const moved = ({ event }: { event: { readonly query: CustomerPlace } }) => event.query

/** The page of one customer: owns all that it shows, and reads again what an action has changed. */
export const customerPageMachine = setup({
  types: {
    context: {} as CustomerPlace & { readonly problem: Problem | null },
    events: {} as CustomerPageEvent,
    emitted: {} as CustomerFact,
    input: {} as CustomerPlace,
    children: {} as {
      customer: 'customer'
      summary: 'summary'
      form: 'form'
      decision: 'decision'
      exportFile: 'exportFile'
      rows: 'rows'
      looked: 'looked'
      address: 'address'
    },
  },
  actors: {
    customer: listMachine,
    summary: listMachine,
    form: entryDialogMachine,
    decision: confirmedActionMachine,
    exportFile: listMachine,
    rows: listMachine,
    looked: listMachine,
    address: unprovidedCallbackActor<void, Placed>('address'),
  },
  guards: {
    isElsewhere: ({ context }, { tab, page }: CustomerPlace) => tab !== context.tab || page !== context.page,
    isListed: (_, { tab }: Pick<CustomerPlace, 'tab'>) => listed.includes(tab),
    isLooking: (_, { page }: Read) => (page.items[0] as CustomerDetails | undefined)?.look != null,
  },
  actions: {
    rememberPlace: assign((_, { tab, page }: CustomerPlace) => ({ tab, page })),
    place: sendTo('address', (_, { tab, page }: CustomerPlace) => ({
      ...{ type: 'query.placed', query: { tab, page }, isTyped: false },
    })),
    rereadCustomer: sendTo('customer', reread),
    rereadSummary: sendTo('summary', reread),
    rereadExport: sendTo('exportFile', reread),
    rereadRows: sendTo('rows', reread),
    emitSaved: emit((_, { entry }: { readonly entry: Entry }) => ({ type: 'formSaved', form: formOf(entry), entry })),
    emitDone: emit((_, { action }: Pick<ConfirmedActionFact, 'action'>) => ({
      ...{ type: 'decisionDone', decision: decisionOf(action.kind), name: action.choice ?? '' },
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'customer.page',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      states: {
        /** Who the company is and what the operator does to it. */
        record: {
          invoke: [
            { id: 'customer', src: 'customer', input: { query: {} }, onError: breaks },
            { id: 'summary', src: 'summary', input: { query: {} }, onError: breaks },
            { id: 'exportFile', src: 'exportFile', input: { query: {} }, onError: breaks },
            { id: 'form', src: 'form', onError: breaks },
            { id: 'decision', src: 'decision', onError: breaks },
          ],
          on: {
            'form.saved': {
              actions: [{ type: 'emitSaved', params: ({ event }) => event }, 'rereadCustomer', 'rereadSummary', 'rereadExport'],
            },
            'decision.done': {
              actions: [{ type: 'emitDone', params: ({ event }) => event }, 'rereadCustomer', 'rereadSummary'],
            },
            'user.changed': { actions: ['rereadCustomer', 'rereadSummary'] },
          },
        },
        /** Each reading is recorded, so it is made once for a look. */
        look: {
          initial: 'away',
          states: {
            away: {
              on: { 'customer.read': { guard: { type: 'isLooking', params: ({ event }) => event }, target: 'looking' } },
            },
            looking: {
              invoke: { id: 'looked', src: 'looked', input: { query: {} }, onError: breaks },
              on: {
                'customer.read': [{ guard: { type: 'isLooking', params: ({ event }) => event } }, { target: 'away' }],
              },
            },
          },
        },
        /** The open tab. Another tab or page is another list: the request for the one before is aborted. */
        tab: {
          invoke: { id: 'address', src: 'address', onError: breaks },
          initial: 'choosing',
          on: {
            'user.opened': {
              guard: { type: 'isElsewhere', params: opened },
              target: '.choosing',
              actions: [
                { type: 'place', params: opened },
                { type: 'rememberPlace', params: opened },
              ],
            },
            'user.turned': {
              guard: { type: 'isElsewhere', params: turned },
              target: '.choosing',
              actions: [
                { type: 'place', params: turned },
                { type: 'rememberPlace', params: turned },
              ],
            },
            'place.changed': {
              guard: { type: 'isElsewhere', params: moved },
              target: '.choosing',
              actions: { type: 'rememberPlace', params: moved },
            },
          },
          states: {
            choosing: {
              always: [{ guard: { type: 'isListed', params: ({ context }) => context }, target: 'listing' }, { target: 'plain' }],
            },
            plain: {},
            listing: {
              invoke: {
                id: 'rows',
                src: 'rows',
                input: ({ context: { tab, page } }) => ({ query: { tab, page } }),
                onError: breaks,
              },
              on: { 'form.saved': { actions: 'rereadRows' }, 'decision.done': { actions: 'rereadRows' } },
            },
          },
        },
      },
    },
    broken: { id: 'broken', exit: 'forgetProblem', on: { 'user.reloaded': 'running' } },
  },
})

export type CustomerPageActor = ActorRefFrom<typeof customerPageMachine>
