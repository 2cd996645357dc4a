import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import type { StudioRange } from '../studio.machine.ts'

const selectCan = (event: RecentEvent) => (snapshot: RecentSnapshot) => snapshot.can(event)
export const selectCanAsk = (transactionId: string) => selectCan({ type: 'user.requested', transactionId })

/** What was made of the record: JSON in lines; nothing; or too much, to come with the others or to be shown at all (`bytes` as it is sent). */
type Payload =
  | { readonly kind: 'there'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'left-out' }
  | { readonly kind: 'too-large'; readonly bytes: number }

export type RecentTransaction = Pick<
  Transaction,
  'transactionId' | 'recordKey' | 'recordName' | 'status' | 'startDate' | 'endDate'
> & {
  readonly payload: Payload
}

export type RecentQuery = { readonly connectorId: string; readonly range: StudioRange }
/** `place` from 1 among the newest: the server is asked for one row there. */
export type PayloadQuery = RecentQuery & { readonly transactionId: string; readonly place: number }

export type Recent = { readonly items: readonly RecentTransaction[]; readonly readAt: string }

export type RecentEvent =
  | { readonly type: 'user.refreshed' }
  | { readonly type: 'user.retried' }
  /** A payload that was left out is wanted after all. */
  | { readonly type: 'user.requested'; readonly transactionId: string }

type Context = {
  readonly asked: RecentQuery
  readonly recent: Recent | null
  readonly wanted: string | null
  readonly problem: Problem | null
}

/** The newest transactions of a connector with what they delivered. They change when a person asks, so that nothing jumps while it is read. */
export const recentMachine = setup({
  types: { context: {} as Context, events: {} as RecentEvent, input: {} as RecentQuery, tags: {} as 'busy' },
  actors: {
    readRecent: unprovidedActor<Recent, RecentQuery>('readRecent'),
    /** Null when the transaction does not stand at that place any more. */
    readPayload: unprovidedActor<RecentTransaction | null, PayloadQuery>('readPayload'),
  },
  guards: {
    isLeftOut: ({ context }, { transactionId }: { readonly transactionId: string }) =>
      context.recent?.items.some((it) => it.transactionId === transactionId && it.payload.kind === 'left-out') === true,
    isFound: (_, { item }: { readonly item: RecentTransaction | null }) => item !== null,
  },
  actions: {
    rememberRecent: assign((_, { recent }: { readonly recent: Recent }) => ({ recent, problem: null })),
    rememberWanted: assign((_, { transactionId }: { readonly transactionId: string }) => ({ wanted: transactionId })),
    rememberPayload: assign(({ context: { recent } }, { item }: { readonly item: RecentTransaction | null }) => ({
      recent:
        recent === null
          ? null
          : { ...recent, items: recent.items.map((it) => (it.transactionId === item?.transactionId ? item : it)) },
      problem: null,
    })),
    rememberProblem: assign(keepProblem),
  },
}).createMachine({
  id: 'recent',
  context: ({ input }) => ({ asked: input, recent: null, wanted: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readRecent',
        src: 'readRecent',
        input: ({ context }) => context.asked,
        onDone: { target: 'showing', actions: { type: 'rememberRecent', params: ({ event }) => ({ recent: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    /** What was read before, if anything was, stays on the page with its age. */
    failed: { on: { 'user.retried': 'loading' } },
    showing: {
      on: {
        'user.refreshed': 'loading',
        'user.requested': {
          guard: { type: 'isLeftOut', params: ({ event }) => event },
          target: 'fetching',
          actions: { type: 'rememberWanted', params: ({ event }) => event },
        },
      },
    },
    fetching: {
      tags: 'busy',
      invoke: {
        id: 'readPayload',
        src: 'readPayload',
        input: ({ context: { asked, recent, wanted } }) => {
          const transactionId = known(wanted, 'wanted')
          const index = known(recent, 'recent').items.findIndex((it) => it.transactionId === transactionId)
          return { ...asked, transactionId, place: index + 1 }
        },
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => ({ item: event.output }) },
            target: 'showing',
            actions: { type: 'rememberPayload', params: ({ event }) => ({ item: event.output }) },
          },
          // Newer ones came meanwhile: what stands where is read again.
          { target: 'loading' },
        ],
        onError: { target: 'failed', actions: rememberProblem },
      },
      on: { 'user.refreshed': 'loading' },
    },
  },
})

export type RecentActor = ActorRefFrom<typeof recentMachine>
export type RecentSnapshot = SnapshotFrom<typeof recentMachine>
