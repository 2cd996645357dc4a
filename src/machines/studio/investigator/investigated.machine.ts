import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import type { InvestigatedRecord } from '#contract/studio/investigation.ts'
import type { ReplayTrail } from '#contract/studio/replay.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'

/** Null until it was read. */
export const selectInvestigated = ({ context }: InvestigatedSnapshot) => context.investigated
export const selectView = ({ context }: InvestigatedSnapshot) => context.view
export const selectIsWayOpen = ({ context }: InvestigatedSnapshot) => context.isWayOpen
export const selectProblem = ({ context }: InvestigatedSnapshot) => context.problem
/** What the payload card shows now; null where there is nothing to show. */
export const selectText = ({ context: { investigated, view } }: InvestigatedSnapshot) => textOf(investigated, view)

type TransactionQuery = { readonly connectorId: string; readonly transactionId: string }
/** `trail`: where it stands among replays; null where that could not be read. */
export type Investigated = { readonly record: InvestigatedRecord; readonly trail: ReplayTrail | null }

export const payloadViews = ['delivered', 'read', 'difference'] as const
export type PayloadView = (typeof payloadViews)[number]

export type InvestigatedEvent =
  | { readonly type: 'user.looked'; readonly at: PayloadView }
  | { readonly type: 'user.copied' }
  | { readonly type: 'user.turnedWay' }
  | { readonly type: 'user.retried' }

export type InvestigatedEmitted = { readonly type: 'text.copied'; readonly text: string }

type Context = TransactionQuery & {
  readonly investigated: Investigated | null
  readonly view: PayloadView
  readonly isWayOpen: boolean
  readonly problem: Problem | null
}

const textsOf = ({ record: { asRead, asDelivered } }: Investigated) => ({
  read: asRead && 'text' in asRead ? asRead.text : null,
  delivered: asDelivered && 'text' in asDelivered ? asDelivered.text : null,
})

/** What can be shown of a payload: its text. Two texts have a difference. */
export function textOf(investigated: Investigated | null, view: PayloadView): string | null {
  if (investigated === null) return null
  const { read, delivered } = textsOf(investigated)
  if (view === 'difference') return read !== null && delivered !== null ? delivered : null
  return view === 'read' ? read : delivered
}

/** One transaction, as it was read and as it was mapped, and its whole way. */
export const investigatedMachine = setup({
  types: { context: {} as Context, events: {} as InvestigatedEvent, input: {} as TransactionQuery, tags: {} as 'busy' },
  actors: {
    readRecord: unprovidedActor<Investigated, TransactionQuery>('readRecord'),
    /** Says itself whether it was copied. */
    clipboard: unprovidedCallbackActor<void, InvestigatedEmitted>('clipboard'),
  },
  guards: {
    thereIsText: ({ context }) => textOf(context.investigated, context.view) !== null,
  },
  actions: {
    rememberRecord: assign((_, { investigated }: { readonly investigated: Investigated }) => ({ investigated })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    rememberView: assign((_, { at }: { readonly at: PayloadView }) => ({ view: at })),
    turnWay: assign(({ context }) => ({ isWayOpen: !context.isWayOpen })),
    tellText: sendTo('clipboard', ({ context: { investigated, view } }) => ({
      type: 'text.copied',
      text: textOf(investigated, view) ?? '',
    })),
  },
}).createMachine({
  id: 'investigated',
  context: ({ input }) => ({ ...input, investigated: null, view: 'delivered', isWayOpen: false, problem: null }),
  invoke: { id: 'clipboard', src: 'clipboard', onError: {} },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readRecord',
        src: 'readRecord',
        input: ({ context: { connectorId, transactionId } }) => ({ connectorId, transactionId }),
        onDone: {
          target: 'showing',
          actions: { type: 'rememberRecord', params: ({ event }) => ({ investigated: event.output }) },
        },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    showing: {
      on: {
        'user.looked': { actions: { type: 'rememberView', params: ({ event }) => event } },
        'user.copied': { guard: 'thereIsText', actions: 'tellText' },
        'user.turnedWay': { actions: 'turnWay' },
      },
    },
    failed: { on: { 'user.retried': { target: 'reading', actions: 'forgetProblem' } } },
  },
})

export type InvestigatedActor = ActorRefFrom<typeof investigatedMachine>
export type InvestigatedSnapshot = SnapshotFrom<typeof investigatedMachine>
