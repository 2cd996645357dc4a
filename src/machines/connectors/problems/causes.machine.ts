import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type CauseState, causeLifecycle } from '#contract/connectors/problems/cause.lifecycle.ts'
import type { Cause, Causes } from '#contract/connectors/problems/cause.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

/** What was done about a cause; null where nobody touched it, or while nobody knows. */
export const selectCause =
  (causeId: string) =>
  ({ context }: CausesSnapshot): Cause | null =>
    context.read?.causes.find(({ id }) => id === causeId) ?? null
/** All that is known; null while nothing is. */
export const selectRead = ({ context }: CausesSnapshot) => context.read
/** Who may be assigned; the same list until it is read again. */
export const selectPeople = ({ context }: CausesSnapshot) => context.read?.people ?? noMembers
/** Why they could not be read; what is told of one cause stands there. */
export const selectProblem = ({ context }: CausesSnapshot) => (context.wish === null ? context.problem : null)
export const selectProblemOf =
  (causeId: string) =>
  ({ context }: CausesSnapshot) =>
    context.wish?.causeId === causeId ? context.problem : null
export const selectIsMoving =
  (causeId: string) =>
  (snapshot: CausesSnapshot): boolean =>
    snapshot.matches('moving') && snapshot.context.wish?.causeId === causeId
export const selectCan = (wish: CauseWish) => (snapshot: CausesSnapshot) => snapshot.can(wish)
const noMembers: readonly { readonly userId: string; readonly name: string }[] = []

/** A cause, and when the newest record was lost for it that the person sees. */
type Seen = { readonly causeId: string; readonly seenAt: string }

export type CausesEvent =
  | { readonly type: 'user.retried' }
  | ({ readonly type: 'user.assigned'; readonly userId: string } & Seen)
  | ({ readonly type: 'user.resolved' } & Seen)
  | ({ readonly type: 'user.reopened' } & Seen)
  | ({ readonly type: 'user.muted' } & Seen)

type ById = { readonly connectorId: string }
/** What a person wants of one cause. */
export type CauseWish = Exclude<CausesEvent, { type: 'user.retried' }>

type Context = ById & { readonly read: Causes | null; readonly wish: CauseWish | null; readonly problem: Problem | null }

/** Where a cause stands: one that nobody touched is open. */
const stateIn = (read: Causes | null, causeId: string): CauseState =>
  read?.causes.find(({ id }) => id === causeId)?.state ?? 'open'

const assigneeIn = (read: Causes | null, causeId: string) => read?.causes.find(({ id }) => id === causeId)?.assignee ?? null

/** Whether the chart allows it, and something is different then. */
function isWorth({ read }: Context, wish: CauseWish): boolean {
  const from = stateIn(read, wish.causeId)
  const to = moved(causeLifecycle, from, { type: wish.type }, undefined)
  if (to === null || wish.type !== 'user.assigned') return to !== null && to !== from
  const isSame = to === from && assigneeIn(read, wish.causeId)?.userId === wish.userId
  return !isSame && (read?.people.some(({ userId }) => userId === wish.userId) ?? false)
}

/** What people did about the causes of a connector's lost records, and what this person does. */
export const causesMachine = setup({
  types: { context: {} as Context, input: {} as ById, events: {} as CausesEvent, tags: {} as 'busy' },
  actors: {
    readCauses: unprovidedActor<Causes, ById>('readCauses'),
    moveCause: unprovidedActor<Causes, ById & { readonly wish: CauseWish }>('moveCause'),
  },
  guards: {
    isWorth: ({ context }, wish: CauseWish) => isWorth(context, wish),
  },
  actions: {
    rememberRead: assign((_, { read }: { readonly read: Causes }) => ({ read, problem: null, wish: null })),
    rememberWish: assign((_, wish: CauseWish) => ({ wish, problem: null })),
    rememberProblem: assign(keepProblem),
    forgetTold: assign({ wish: null, problem: null }),
  },
  delays: { refreshPause: 30_000 },
}).createMachine({
  id: 'causes',
  context: ({ input }) => ({ ...input, read: null, wish: null, problem: null }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readCauses',
        src: 'readCauses',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: { target: 'shown', actions: { type: 'rememberRead', params: ({ event }) => ({ read: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': { target: 'reading', actions: 'forgetTold' } } },
    shown: {
      after: { refreshPause: { target: 'reading', actions: 'forgetTold' } },
      on: {
        'user.assigned': {
          guard: { type: 'isWorth', params: ({ event }) => event },
          target: 'moving',
          actions: { type: 'rememberWish', params: ({ event }) => event },
        },
        'user.resolved': {
          guard: { type: 'isWorth', params: ({ event }) => event },
          target: 'moving',
          actions: { type: 'rememberWish', params: ({ event }) => event },
        },
        'user.muted': {
          guard: { type: 'isWorth', params: ({ event }) => event },
          target: 'moving',
          actions: { type: 'rememberWish', params: ({ event }) => event },
        },
        'user.reopened': {
          guard: { type: 'isWorth', params: ({ event }) => event },
          target: 'moving',
          actions: { type: 'rememberWish', params: ({ event }) => event },
        },
      },
    },
    moving: {
      tags: 'busy',
      invoke: {
        id: 'moveCause',
        src: 'moveCause',
        input: ({ context: { connectorId, wish } }) => ({ connectorId, wish: known(wish, 'wish') }),
        onDone: { target: 'shown', actions: { type: 'rememberRead', params: ({ event }) => ({ read: event.output }) } },
        onError: { target: 'shown', actions: rememberProblem },
      },
    },
  },
})

export type CausesActor = ActorRefFrom<typeof causesMachine>
export type CausesSnapshot = SnapshotFrom<typeof causesMachine>
