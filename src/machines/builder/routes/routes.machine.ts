import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { DryRun } from '#contract/builder/dry-run.ts'
import { valueAt } from '#contract/builder/suggestions/value-at.ts'
import type { ConnectorConfig, Routes } from '#contract/connectors/config/config.ts'
import { noRoute } from '#contract/connectors/config/routes/routes.ts'
import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import { canAdd, editedRoutes, type RouteEdit } from './routes-form.ts'

type Known = { readonly config: ConnectorConfig; readonly examples: readonly unknown[] }

type Context = Known & {
  /** Where the engine sends the examples. */
  readonly answer: DryRun | null
  readonly problem: Problem | null
}

export type RoutesEvent =
  | RouteEdit
  /** The draft was changed, here or elsewhere. */
  | ({ readonly type: 'draft.changed' } & Known)
  | { readonly type: 'user.retried' }

const edits = (guard?: 'canAdd') => ({
  ...(guard === undefined ? {} : { guard }),
  actions: {
    type: 'tellRoutes' as const,
    params: ({ context, event }: { context: Context; event: RouteEdit }) => edited(context, event),
  },
})

const edited = ({ config }: Context, event: RouteEdit) => ({ routes: editedRoutes(config.routes, event) })

/** The destinations of a draft. It has one, or several; where the sample records go is tried by the engine soon after each change. */
export const routesMachine = setup({
  types: { context: {} as Context, input: {} as Known, events: {} as RoutesEvent, tags: {} as 'busy' },
  actors: {
    watchDraft: unprovidedCallbackActor<void>('watchDraft'),
    /** Where the examples go. */
    tryRoutes: unprovidedActor<DryRun, Known>('tryRoutes'),
  },
  guards: {
    canAdd: ({ context }) => canAdd(context.config.routes),
    isSeveral: (_, { config }: Known) => config.routes !== undefined,
    hasNoExamples: ({ context }) => context.examples.length === 0,
  },
  actions: {
    follow: assign((_, { config, examples }: Known) => ({ config, examples })),
    rememberAnswer: assign((_, { answer }: { readonly answer: DryRun }) => ({
      answer,
      problem: answer.problem as Problem | null,
    })),
    forgetAnswer: assign({ answer: null, problem: null }),
    rememberProblem: assign(keepProblem),
    /** Undefined: one destination is left. */
    tellRoutes: (_, _params: { readonly routes: Routes | undefined }) => {},
  },
  delays: { tryPause: 600 },
}).createMachine({
  id: 'routes',
  context: ({ input }) => ({ ...input, answer: null, problem: null }),
  invoke: { id: 'watchDraft', src: 'watchDraft', onError: {} },
  on: {
    'draft.changed': [
      {
        guard: { type: 'isSeveral', params: ({ event }) => event },
        target: '.several.waiting',
        reenter: true,
        actions: { type: 'follow', params: ({ event }) => event },
      },
      { target: '.single', actions: { type: 'follow', params: ({ event }) => event } },
    ],
    'user.added': edits('canAdd'),
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: { type: 'isSeveral', params: ({ context }) => context }, target: 'several' }, { target: 'single' }],
    },
    single: { entry: 'forgetAnswer', on: { 'user.choseFit': edits() } },
    several: {
      initial: 'choosing',
      on: {
        'user.choseFit': edits(),
        'user.removed': edits(),
        'user.renamed': edits(),
        'user.ruled': edits(),
        'user.moved': edits(),
      },
      states: {
        waiting: { after: { tryPause: 'choosing' } },
        choosing: { always: [{ guard: 'hasNoExamples', target: 'untried' }, { target: 'trying' }] },
        untried: { entry: 'forgetAnswer' },
        trying: {
          tags: 'busy',
          invoke: {
            id: 'tryRoutes',
            src: 'tryRoutes',
            input: ({ context: { config, examples } }) => ({ config, examples }),
            onDone: { target: 'tried', actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) } },
            onError: { target: 'failed', actions: rememberProblem },
          },
        },
        tried: {},
        failed: { on: { 'user.retried': 'trying' } },
      },
    },
  },
})

export type RoutesActor = ActorRefFrom<typeof routesMachine>
export type RoutesSnapshot = SnapshotFrom<typeof routesMachine>

/** What the records of a group have in common. */
const keysOf = (group: unknown, by: readonly string[]) => by.map((path) => String(valueAt(group, path) ?? '–')).join(', ')

/** A sample record and where it would go. */
export type RoutedRecord = {
  readonly name: string
  /** The numbers of its destinations; empty where it goes nowhere. */
  readonly routes: readonly number[]
}

/** The sample records, or their lines, in their order; null before they were tried. */
export function selectRouted({ context: { answer, config, examples } }: RoutesSnapshot): readonly RoutedRecord[] | null {
  // Conditions see lines or groups where records become such.
  const { each, group } = config.records ?? {}
  const isMade = each !== undefined || group !== undefined
  if (answer === null || (!isMade && answer.records.length !== examples.length)) return null
  return answer.records.map(({ record, routes = [] }, at) => ({
    name: [String(at + 1), group === undefined ? recordNameOf(isMade ? record : examples[at]) : keysOf(record, group.by)]
      .filter((it) => it !== null)
      .join(' · '),
    routes: routes.filter((id) => id !== noRoute),
  }))
}
