import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../kit/known.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export const selectArchived = ({ context }: InvoiceArchiveSnapshot) => context.invoice
export const selectProblem = ({ context }: InvoiceArchiveSnapshot) => context.problem

export type ArchivedInvoice = { readonly id: string; readonly number: string }
type Event =
  | ({ readonly type: 'user.archived' } & ArchivedInvoice)
  /** Of one that was archived long ago. */
  | ({ readonly type: 'user.restored' } & ArchivedInvoice)
  | { readonly type: 'user.undid' }

/** An invoice that is hidden from the list, and for a while can be taken back by one press. */
export const invoiceArchiveMachine = setup({
  types: {
    context: {} as { readonly invoice: ArchivedInvoice | null; readonly problem: Problem | null },
    events: {} as Event,
    tags: {} as 'busy',
  },
  actors: {
    archive: unprovidedActor<unknown, ArchivedInvoice>('archive'),
    restore: unprovidedActor<unknown, ArchivedInvoice>('restore'),
  },
  actions: {
    remember: assign((_, { id, number }: ArchivedInvoice) => ({ invoice: { id, number }, problem: null })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    announceChanged: () => {},
  },
  delays: { undoTime: 15_000 },
}).createMachine({
  id: 'invoice-archive',
  context: { invoice: null, problem: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'user.archived': { target: 'archiving', actions: { type: 'remember', params: ({ event }) => event } },
        'user.restored': { target: 'restoring', actions: { type: 'remember', params: ({ event }) => event } },
      },
    },
    archiving: {
      tags: 'busy',
      invoke: {
        id: 'archive',
        src: 'archive',
        input: ({ context }) => known(context.invoice, 'invoice'),
        onDone: { target: 'archived', actions: 'announceChanged' },
        onError: { target: 'idle', actions: rememberProblem },
      },
    },
    archived: {
      after: { undoTime: 'idle' },
      on: {
        'user.undid': { target: 'restoring', actions: 'forgetProblem' },
        'user.archived': { target: 'archiving', actions: { type: 'remember', params: ({ event }) => event } },
        'user.restored': { target: 'restoring', actions: { type: 'remember', params: ({ event }) => event } },
      },
    },
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restore',
        src: 'restore',
        input: ({ context }) => known(context.invoice, 'invoice'),
        onDone: { target: 'idle', actions: 'announceChanged' },
        onError: { target: 'archived', actions: rememberProblem },
      },
    },
  },
})

export type InvoiceArchiveActor = ActorRefFrom<typeof invoiceArchiveMachine>
export type InvoiceArchiveSnapshot = SnapshotFrom<typeof invoiceArchiveMachine>
