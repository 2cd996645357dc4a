import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { BulkAction, BulkOutcome } from '#contract/connectors/list/connector-bulk.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { type Chosen, chosenMax } from './chosen.ts'
import type { OverviewQuery } from './overview-place.ts'

type BulkMoveEvent =
  | { readonly type: 'user.chose'; readonly connector: Chosen }
  | { readonly type: 'user.dropped'; readonly id: string }
  /** Everything that the list is asked for, up to the most that are chosen. */
  | { readonly type: 'user.choseAll'; readonly query: OverviewQuery }
  | { readonly type: 'user.cleared' }
  | { readonly type: 'user.requested'; readonly action: BulkAction }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.closed' }

type Context = {
  readonly chosen: readonly Chosen[]
  readonly query: OverviewQuery | null
  readonly action: BulkAction | null
  readonly results: readonly BulkOutcome[]
  readonly problem: Problem | null
}

/** Connectors that are chosen from a list, and what is done to all of them. */
export const bulkMoveMachine = setup({
  types: { context: {} as Context, events: {} as BulkMoveEvent, tags: {} as 'busy' },
  actors: {
    gatherAll: unprovidedActor<readonly Chosen[], { readonly query: OverviewQuery }>('gatherAll'),
    moveAll: unprovidedActor<readonly BulkOutcome[], { readonly action: BulkAction; readonly ids: readonly string[] }>('moveAll'),
  },
  guards: {
    thereIsRoom: ({ context: { chosen } }, { connector }: { readonly connector: Chosen }) =>
      chosen.length < chosenMax && chosen.every(({ id }) => id !== connector.id),
    someAreChosen: ({ context }) => context.chosen.length > 0,
  },
  actions: {
    choose: assign(({ context }, { connector }: { readonly connector: Chosen }) => ({
      chosen: [...context.chosen, connector],
    })),
    drop: assign(({ context }, params: { readonly id: string }) => ({
      chosen: context.chosen.filter(({ id }) => id !== params.id),
    })),
    rememberChosen: assign((_, { chosen }: { readonly chosen: readonly Chosen[] }) => ({
      chosen: chosen.slice(0, chosenMax),
    })),
    rememberQuery: assign((_, { query }: { readonly query: OverviewQuery }) => ({ query })),
    rememberAction: assign((_, { action }: { readonly action: BulkAction }) => ({ action })),
    rememberResults: assign((_, { results }: { readonly results: readonly BulkOutcome[] }) => ({ results })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    forgetAction: assign({ action: null }),
    forgetChosen: assign({ chosen: [], results: [], action: null }),
    /** The list shows what became of them. */
    tellMoved: () => {},
  },
}).createMachine({
  id: 'bulk-move',
  context: { chosen: [], query: null, action: null, results: [], problem: null },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'user.chose': {
          guard: { type: 'thereIsRoom', params: ({ event }) => event },
          actions: { type: 'choose', params: ({ event }) => event },
        },
        'user.dropped': { actions: { type: 'drop', params: ({ event }) => event } },
        'user.choseAll': { target: 'gathering', actions: { type: 'rememberQuery', params: ({ event }) => event } },
        'user.cleared': { guard: 'someAreChosen', actions: ['forgetChosen', 'forgetProblem'] },
        'user.requested': {
          guard: 'someAreChosen',
          target: 'asking',
          actions: ['forgetProblem', { type: 'rememberAction', params: ({ event }) => event }],
        },
      },
    },
    /** What was chosen before stays chosen when this fails. */
    gathering: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'gatherAll',
        src: 'gatherAll',
        input: ({ context }) => ({ query: known(context.query, 'query') }),
        onDone: { target: 'choosing', actions: { type: 'rememberChosen', params: ({ event }) => ({ chosen: event.output }) } },
        onError: { target: 'choosing', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'choosing' },
    },
    asking: {
      on: { 'user.confirmed': 'moving', 'user.cancelled': { target: 'choosing', actions: 'forgetAction' } },
    },
    moving: {
      tags: 'busy',
      entry: 'forgetProblem',
      exit: 'tellMoved',
      invoke: {
        id: 'moveAll',
        src: 'moveAll',
        input: ({ context: { action, chosen } }) => ({ action: known(action, 'action'), ids: chosen.map(({ id }) => id) }),
        onDone: { target: 'told', actions: { type: 'rememberResults', params: ({ event }) => ({ results: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
      /** The server goes on with what it was asked; the list shows it. */
      on: { 'user.closed': { target: 'choosing', actions: 'forgetChosen' } },
    },
    /** Some may have been moved; another try leaves those as they are. */
    failed: {
      on: { 'user.retried': 'moving', 'user.closed': { target: 'choosing', actions: ['forgetProblem', 'forgetAction'] } },
    },
    told: { on: { 'user.closed': { target: 'choosing', actions: 'forgetChosen' } } },
  },
})

export type BulkMoveActor = ActorRefFrom<typeof bulkMoveMachine>
export type BulkMoveSnapshot = SnapshotFrom<typeof bulkMoveMachine>
