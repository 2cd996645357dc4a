import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import type { Entry } from '../entry-dialog.machine.ts'
import { type Failure, keepProblem, rememberProblem } from '../problem.ts'
import { unprovidedActor } from '../unprovided-actor.ts'

/** One that a filter finds, with what decides whether the action changes it. */
export type BulkTarget = { readonly id: string; readonly name: string; readonly facts: Readonly<Record<string, string>> }
/** What a filter finds; `total` is more than the targets where it finds more than one action takes. */
export type BulkMatch = { readonly targets: readonly BulkTarget[]; readonly total: number }
export type BulkFailure = { readonly target: BulkTarget; readonly problem: Problem }
export type BulkStep = { readonly entry: Entry; readonly target: BulkTarget }

export type BulkActionEvent =
  /** `filter`: what the list shows. */
  | { readonly type: 'user.opened'; readonly filter: Entry; readonly entry: Entry }
  | { readonly type: 'user.wrote'; readonly field: string; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.stopped' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.closed' }

export type BulkActionInput = {
  /** Why a target stays as it is; null of one that is changed. */
  readonly reasonToSkip: (entry: Entry, target: BulkTarget) => string | null
}

type Context = BulkActionInput & {
  readonly filter: Entry
  /** The action and what it needs, by field. */
  readonly entry: Entry
  readonly match: BulkMatch
  readonly queue: readonly BulkTarget[]
  readonly changed: number
  readonly failed: readonly BulkFailure[]
  readonly problem: Problem | null
}

const nothing: Pick<Context, 'match' | 'queue' | 'changed' | 'failed' | 'problem'> = {
  ...{ match: { targets: [], total: 0 }, queue: [], changed: 0, failed: [], problem: null },
}

/** What the action changes of what was found. */
export const toChange = ({ entry, match: { targets }, reasonToSkip }: Context) =>
  targets.filter((target) => reasonToSkip(entry, target) === null)

/** One filter, how many it finds, what would change, one after another, and those that failed, which can be tried again. */
export const bulkActionMachine = setup({
  types: { context: {} as Context, events: {} as BulkActionEvent, input: {} as BulkActionInput, tags: {} as 'busy' },
  actors: {
    find: unprovidedActor<BulkMatch, Entry>('find'),
    change: unprovidedActor<unknown, BulkStep>('change'),
  },
  guards: {
    /** Something would change; and what the provider asks of the fields. */
    isValid: (_, { work }: { readonly entry: Entry; readonly work: number }) => work > 0,
    hasMore: ({ context }) => context.queue.length > 1,
    /** Something failed, or was not begun because it was stopped. */
    isOpen: ({ context: { failed, queue } }) => failed.length + queue.length > 0,
  },
  actions: {
    begin: assign((_, { filter, entry }: { readonly filter: Entry; readonly entry: Entry }) => ({ ...nothing, filter, entry })),
    take: assign((_, { match }: { readonly match: BulkMatch }) => ({ match })),
    write: assign(({ context }, { field, text }: { readonly field: string; readonly text: string }) => ({
      entry: { ...context.entry, [field]: text },
    })),
    lineUp: assign(({ context }) => ({ queue: toChange(context), changed: 0, failed: [] })),
    lineUpAgain: assign(({ context: { queue, failed } }) => ({
      queue: [...queue, ...failed.map(({ target }) => target)],
      failed: [],
    })),
    count: assign(({ context }) => ({ queue: context.queue.slice(1), changed: context.changed + 1 })),
    collect: assign(({ context: { queue, failed } }, { problem }: Failure) => {
      const [target] = queue
      return { queue: queue.slice(1), failed: target === undefined ? failed : [...failed, { target, problem }] }
    }),
    rememberProblem: assign(keepProblem),
    /** The list shows something else now. */
    announceChanged: () => {},
  },
}).createMachine({
  id: 'bulk-action',
  context: ({ input }) => ({ ...input, ...nothing, filter: {}, entry: {} }),
  initial: 'closed',
  states: {
    closed: {
      on: { 'user.opened': { target: 'finding', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    finding: {
      tags: 'busy',
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context }) => context.filter,
        onDone: { target: 'choosing', actions: { type: 'take', params: ({ event }) => ({ match: event.output }) } },
        onError: { target: 'notFound', actions: rememberProblem },
      },
      on: { 'user.closed': 'closed' },
    },
    notFound: { on: { 'user.closed': 'closed' } },
    choosing: {
      on: {
        'user.wrote': { actions: { type: 'write', params: ({ event }) => event } },
        'user.submitted': {
          guard: {
            type: 'isValid',
            params: ({ context }) => ({ entry: context.entry, work: toChange(context).length }),
          },
          target: 'changing',
          actions: 'lineUp',
        },
        'user.closed': 'closed',
      },
    },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context }) => ({ entry: context.entry, target: context.queue[0] as BulkTarget }),
        onDone: [
          { guard: 'hasMore', target: 'changing', reenter: true, actions: 'count' },
          { target: 'done', actions: 'count' },
        ],
        onError: [
          { guard: 'hasMore', target: 'changing', reenter: true, actions: { type: 'collect', params: rememberProblem.params } },
          { target: 'done', actions: { type: 'collect', params: rememberProblem.params } },
        ],
      },
      on: { 'user.stopped': 'done' },
    },
    /** Those that are left in the queue were not begun. */
    done: {
      entry: 'announceChanged',
      on: {
        'user.retried': { guard: 'isOpen', target: 'changing', actions: 'lineUpAgain' },
        'user.closed': 'closed',
      },
    },
  },
})

export type BulkActionActor = ActorRefFrom<typeof bulkActionMachine>
export type BulkActionSnapshot = SnapshotFrom<typeof bulkActionMachine>
