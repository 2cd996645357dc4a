import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import type { Entry } from '../entry-dialog.machine.ts'
import { keepProblem, rememberProblem } from '../problem.ts'
import { unprovidedActor } from '../unprovided-actor.ts'

export const selectIsOpen = (snapshot: BulkActionSnapshot) => !snapshot.matches('closed')
export const selectPhase = ({ value }: BulkActionSnapshot) => value
export const selectEntry = ({ context }: BulkActionSnapshot) => context.entry
export const selectMatch = ({ context }: BulkActionSnapshot) => context.match
export const selectProblem = ({ context }: BulkActionSnapshot) => context.problem

/** How many would be changed, and why the others stay: reason → how many. */
export const selectDryRun = ({ context }: BulkActionSnapshot) => {
  const { match, entry, reasonToSkip } = context
  const skipped = new Map<string, number>()
  for (const target of match.targets) {
    const reason = reasonToSkip(entry, target)
    if (reason !== null) skipped.set(reason, (skipped.get(reason) ?? 0) + countOf([target]))
  }
  return { found: countOf(match.targets), changes: countOf(toChange(context)), skipped: [...skipped] }
}

/** One that a filter finds, with what decides whether the action changes it; or several that are alike. */
export type BulkTarget = {
  readonly id: string
  readonly name: string
  readonly facts: Readonly<Record<string, string>>
  /** How many it stands for; one where nothing is said. */
  readonly count?: number
}
/** What a filter finds; `total` is more than the targets where it finds more than one action takes. */
export type BulkMatch = { readonly targets: readonly BulkTarget[]; readonly total: number }
/** What a list is filtered by; null and empty filter nothing. */
export type BulkFilter = Readonly<Record<string, string | null>>
export type BulkOrder<Filter extends BulkFilter = BulkFilter> = {
  readonly filter: Filter
  readonly entry: Entry
  readonly ids: readonly string[]
}

export type BulkActionEvent =
  /** `filter`: what the list shows. */
  | { readonly type: 'user.opened'; readonly filter: BulkFilter; readonly entry: Entry }
  | { readonly type: 'user.wrote'; readonly field: string; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.closed' }

export type BulkActionInput = {
  /** Why a target stays as it is; null of one that is changed. */
  readonly reasonToSkip: (entry: Entry, target: BulkTarget) => string | null
}

type Context = BulkActionInput & {
  readonly filter: BulkFilter
  /** The action and what it needs, by field. */
  readonly entry: Entry
  readonly match: BulkMatch
  readonly problem: Problem | null
}

const nothing: Pick<Context, 'match' | 'problem'> = { match: { targets: [], total: 0 }, problem: null }

/** What the action changes of what was found. */
export const toChange = ({ entry, match: { targets }, reasonToSkip }: Context) =>
  targets.filter((target) => reasonToSkip(entry, target) === null)

/** How many they are. */
export const countOf = (targets: readonly BulkTarget[]) => targets.reduce((sum, { count = 1 }) => sum + count, 0)

/** One filter, how many it finds, what would change; then the server is told to do it, and goes on by itself. */
export const bulkActionMachine = setup({
  types: { context: {} as Context, events: {} as BulkActionEvent, input: {} as BulkActionInput, tags: {} as 'busy' },
  actors: {
    find: unprovidedActor<BulkMatch, BulkFilter>('find'),
    order: unprovidedActor<unknown, BulkOrder>('order'),
  },
  guards: {
    /** Something would change; and what the provider asks of the fields. */
    isValid: (_, { work }: { readonly entry: Entry; readonly work: number }) => work > 0,
  },
  actions: {
    begin: assign((_, { filter, entry }: { readonly filter: BulkFilter; readonly entry: Entry }) => ({
      ...nothing,
      filter,
      entry,
    })),
    take: assign((_, { match }: { readonly match: BulkMatch }) => ({ match })),
    write: assign(({ context }, { field, text }: { readonly field: string; readonly text: string }) => ({
      entry: { ...context.entry, [field]: text },
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    /** It is under way. */
    announceOrdered: () => {},
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
            params: ({ context }) => ({ entry: context.entry, work: countOf(toChange(context)) }),
          },
          target: 'ordering',
        },
        'user.closed': 'closed',
      },
    },
    ordering: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'order',
        src: 'order',
        input: ({ context }) => ({
          ...{ filter: context.filter, entry: context.entry },
          ids: toChange(context).map(({ id }) => id),
        }),
        onDone: { target: 'closed', actions: 'announceOrdered' },
        onError: { target: 'choosing', actions: rememberProblem },
      },
    },
  },
})

export type BulkActionActor = ActorRefFrom<typeof bulkActionMachine>
export type BulkActionSnapshot = SnapshotFrom<typeof bulkActionMachine>
