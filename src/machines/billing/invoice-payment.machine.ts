import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../kit/known.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export const selectPayment = ({ context }: InvoicePaymentSnapshot) => context
export const selectStage = (snapshot: InvoicePaymentSnapshot) => snapshot.value

export type PayableInvoice = { readonly id: string; readonly number: string }
export type PaymentRequest = { readonly id: string; readonly methodId: string; readonly isConfirmed: boolean }
/** `failure`: why the card was not charged; null where it was. */
export type PaymentOutcome = { readonly failure: string | null; readonly needsConfirmation: boolean }

export type InvoicePaymentEvent =
  | { readonly type: 'user.opened'; readonly invoice: PayableInvoice; readonly methodId: string }
  | { readonly type: 'user.chose'; readonly methodId: string }
  | { readonly type: 'user.paid' }
  /** The person says to their bank that it is they. */
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.cancelled' }

type Context = {
  readonly invoice: PayableInvoice | null
  /** '' while none is chosen. */
  readonly methodId: string
  readonly isConfirmed: boolean
  readonly failure: string | null
  readonly problem: Problem | null
}
type Answer = { readonly outcome: PaymentOutcome }
const answer = ({ event }: { readonly event: { readonly output: PaymentOutcome } }): Answer => ({ outcome: event.output })

/** Pays an invoice whose payment failed: a card is chosen, charged, and where its bank wants it the person confirms. */
export const invoicePaymentMachine = setup({
  types: { context: {} as Context, events: {} as InvoicePaymentEvent, tags: {} as 'busy' },
  actors: { pay: unprovidedActor<PaymentOutcome, PaymentRequest>('pay') },
  guards: {
    isChosen: ({ context }) => context.methodId !== '',
    wantsConfirmation: (_, { outcome }: Answer) => outcome.needsConfirmation,
    isRefused: (_, { outcome }: Answer) => outcome.failure !== null,
  },
  actions: {
    begin: assign((_, { invoice, methodId }: { readonly invoice: PayableInvoice; readonly methodId: string }) => ({
      ...{ invoice, methodId, isConfirmed: false, failure: null, problem: null },
    })),
    choose: assign((_, { methodId }: { readonly methodId: string }) => ({ methodId, failure: null })),
    confirm: assign({ isConfirmed: true }),
    unconfirm: assign({ isConfirmed: false }),
    forgetFailure: assign({ failure: null, problem: null }),
    rememberFailure: assign((_, { outcome }: Answer) => ({ failure: outcome.failure })),
    rememberProblem: assign(keepProblem),
    announcePaid: (_, _params: { readonly invoice: PayableInvoice }) => {},
  },
}).createMachine({
  id: 'invoice-payment',
  context: { invoice: null, methodId: '', isConfirmed: false, failure: null, problem: null },
  initial: 'closed',
  states: {
    closed: {
      on: { 'user.opened': { target: 'choosing', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    choosing: {
      entry: 'unconfirm',
      on: {
        'user.chose': { actions: { type: 'choose', params: ({ event }) => event } },
        'user.paid': { guard: 'isChosen', target: 'paying' },
        'user.cancelled': 'closed',
      },
    },
    paying: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        id: 'pay',
        src: 'pay',
        input: ({ context: { invoice, methodId, isConfirmed } }) => ({ id: known(invoice, 'invoice').id, methodId, isConfirmed }),
        onDone: [
          { guard: { type: 'wantsConfirmation', params: answer }, target: 'confirming' },
          {
            guard: { type: 'isRefused', params: answer },
            target: 'choosing',
            actions: { type: 'rememberFailure', params: answer },
          },
          {
            target: 'closed',
            actions: { type: 'announcePaid', params: ({ context }) => ({ invoice: known(context.invoice, 'invoice') }) },
          },
        ],
        onError: { target: 'choosing', actions: rememberProblem },
      },
    },
    confirming: {
      on: { 'user.confirmed': { target: 'paying', actions: 'confirm' }, 'user.cancelled': 'closed' },
    },
  },
})

export type InvoicePaymentActor = ActorRefFrom<typeof invoicePaymentMachine>
export type InvoicePaymentSnapshot = SnapshotFrom<typeof invoicePaymentMachine>
