/** The life of an invoice. A credit note is one too: it is paid as soon as it is open. What an open one says never changes. `worklist.md` 2.G. */
import { setup } from 'xstate'

export const invoiceStates = ['draft', 'open', 'paid', 'failed', 'void'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export type InvoiceMove =
  /** Its month is over and so is the grace: it has a number and its amounts from now on. */
  | { readonly type: 'job.opened' }
  /** Another try of the payment, which a person has asked for or the schedule. */
  | { readonly type: 'person.paid' }
  | { readonly type: 'provider.succeeded' }
  | { readonly type: 'provider.failed' }
  /** Paid otherwise, as by bank transfer. */
  | { readonly type: 'operator.settled' }
  /** Credited in full before it was paid. */
  | { readonly type: 'operator.credited' }

export const invoiceLifecycle = setup({ types: { events: {} as InvoiceMove } }).createMachine({
  id: 'invoiceStatus',
  initial: 'draft',
  states: {
    draft: { on: { 'job.opened': 'open' } },
    open: {
      on: {
        'provider.succeeded': 'paid',
        'provider.failed': 'failed',
        'operator.settled': 'paid',
        'operator.credited': 'void',
      },
    },
    failed: {
      on: { 'person.paid': 'open', 'operator.settled': 'paid', 'operator.credited': 'void' },
    },
    paid: { type: 'final' },
    void: { type: 'final' },
  },
})
