import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { DryRun } from '#contract/builder/dry-run.ts'
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import type { FilterCondition, RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import {
  canAdd,
  type FilterForm,
  filterOf,
  formOf,
  isComplete,
  type Needs,
  type RowChange,
  withChange,
  withChoice,
  withGroup,
  withNeeds,
  without,
  withRow,
} from './filter-form.ts'

type Context = {
  readonly form: FilterForm
  readonly examples: readonly unknown[]
  /** What the engine made of the examples with the last filter that could be tried. */
  readonly answer: DryRun | null
  readonly problem: Problem | null
  /** Whether the source can be asked for more examples: of a webhook there is nothing to ask. */
  readonly canRead: boolean
  /** Which of the tried examples are shown. */
  readonly shown: Shown
  /** Somebody wanted to apply a form that is not complete: what it lacks is shown. */
  readonly isChecked: boolean
}

/** All of them, those of one outcome, or those that one condition leaves out, by its place in the filter. */
export type Shown = 'all' | TriedRecord['outcome'] | `/${string}`

type Edit =
  | { readonly type: 'user.wrote'; readonly id: string; readonly change: RowChange }
  | { readonly type: 'user.addedChoice'; readonly id: string }
  /** `group` null: beside the groups. */
  | { readonly type: 'user.addedCondition'; readonly group: string | null }
  | { readonly type: 'user.addedGroup' }
  | { readonly type: 'user.choseNeeds'; readonly group: string | null; readonly needs: Needs }
  | { readonly type: 'user.removed'; readonly id: string }

type Opening = { readonly filter: RecordFilter | null; readonly examples: readonly unknown[]; readonly canRead: boolean }

export type FilterEvent =
  | Edit
  | ({ readonly type: 'user.opened' } & Opening)
  | { readonly type: 'user.choseShown'; readonly shown: Shown }
  | { readonly type: 'user.askedMore' }
  | { readonly type: 'user.applied' }
  | { readonly type: 'user.cleared' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.retried' }

function edited(form: FilterForm, event: Edit): FilterForm {
  switch (event.type) {
    case 'user.wrote':
      return withChange(form, event.id, event.change)
    case 'user.addedChoice':
      return withChoice(form, event.id)
    case 'user.addedCondition':
      return withRow(form, event.group)
    case 'user.addedGroup':
      return withGroup(form)
    case 'user.choseNeeds':
      return withNeeds(form, event.group, event.needs)
    case 'user.removed':
      return without(form, event.id)
  }
}

type Order = { readonly filter: RecordFilter; readonly examples: readonly unknown[] }

const edits = (guard?: 'canAdd') => ({
  ...(guard === undefined ? {} : { guard }),
  target: '.waiting',
  reenter: true,
  actions: { type: 'edit' as const, params: ({ event }: { readonly event: Edit }) => ({ event }) },
})

const readMore = { guard: 'canRead' as const, target: 'reading' as const }

const untold = { answer: null, problem: null, shown: 'all' } as const
const nothing: Context = { form: formOf(null), examples: [], canRead: false, isChecked: false, ...untold }

/** The filter of records while a person makes it. The engine tries it on the sample records soon after each change; only Apply changes the draft. */
export const filterMachine = setup({
  types: { context: {} as Context, events: {} as FilterEvent, tags: {} as 'busy' },
  actors: {
    /** What the filter does to the examples. */
    tryFilter: unprovidedActor<DryRun, Order>('tryFilter'),
    /** Further records of the source. */
    readExamples: unprovidedActor<readonly unknown[], void>('readExamples'),
  },
  guards: {
    canAdd: ({ context }) => canAdd(context.form),
    canRead: ({ context }) => context.canRead,
    isTried: ({ context }) => context.answer !== null,
    isComplete: ({ context }) => isComplete(context.form),
    nothingToTry: ({ context }) => filterOf(context.form) === null || context.examples.length === 0,
  },
  actions: {
    open: assign((_, { filter, examples, canRead }: Opening) => ({
      ...{ form: formOf(filter), examples, canRead, isChecked: false, ...untold },
    })),
    show: assign((_, { shown }: { readonly shown: Shown }) => ({ shown })),
    rememberExamples: assign((_, { examples }: { readonly examples: readonly unknown[] }) => ({ examples })),
    edit: assign(({ context }, { event }: { readonly event: Edit }) => ({
      form: edited(context.form, event),
      shown: 'all' as const,
    })),
    showFaults: assign({ isChecked: true }),
    rememberAnswer: assign((_, { answer }: { readonly answer: DryRun }) => ({
      answer,
      problem: answer.problem as Problem | null,
      shown: 'all' as const,
    })),
    forget: assign(nothing),
    forgetAnswer: assign(untold),
    forgetTried: assign({ answer: null, shown: 'all' }),
    rememberProblem: assign(keepProblem),
    /** Null: every record goes. */
    tellFilter: (_, _params: { readonly filter: RecordFilter | null }) => {},
  },
  delays: { tryPause: 400 },
}).createMachine({
  id: 'filter',
  context: nothing,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { 'user.opened': { target: 'open', actions: { type: 'open', params: ({ event }) => event } } },
    },
    open: {
      initial: 'deciding',
      on: {
        'user.wrote': edits(),
        'user.addedChoice': edits(),
        'user.addedCondition': edits('canAdd'),
        'user.addedGroup': edits('canAdd'),
        'user.choseNeeds': edits(),
        'user.removed': edits(),
        'user.applied': [
          {
            guard: 'isComplete',
            target: 'closed',
            actions: { type: 'tellFilter', params: ({ context }) => ({ filter: filterOf(context.form) }) },
          },
          { actions: 'showFaults' },
        ],
        // Also while another filter is tried: the records of the last one are still there.
        'user.choseShown': { guard: 'isTried', actions: { type: 'show', params: ({ event }) => event } },
        'user.cleared': { target: 'closed', actions: { type: 'tellFilter', params: { filter: null } } },
        'user.cancelled': 'closed',
      },
      states: {
        waiting: { after: { tryPause: 'deciding' } },
        deciding: { always: [{ guard: 'nothingToTry', target: 'untried' }, { target: 'trying' }] },
        /** There is no complete condition, or no sample record. */
        untried: { entry: 'forgetAnswer', on: { 'user.askedMore': readMore } },
        trying: {
          tags: 'busy',
          invoke: {
            id: 'tryFilter',
            src: 'tryFilter',
            input: ({ context: { form, examples } }) => ({ filter: filterOf(form) as RecordFilter, examples }),
            onDone: { target: 'tried', actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) } },
            onError: { target: 'failed', actions: rememberProblem },
          },
        },
        tried: { on: { 'user.askedMore': readMore } },
        failed: { entry: 'forgetTried', on: { 'user.retried': 'trying', 'user.askedMore': readMore } },
        reading: {
          tags: 'busy',
          entry: 'forgetAnswer',
          invoke: {
            id: 'readExamples',
            src: 'readExamples',
            onDone: {
              target: 'deciding',
              actions: { type: 'rememberExamples', params: ({ event }) => ({ examples: event.output }) },
            },
            onError: { target: 'unread', actions: rememberProblem },
          },
        },
        /** The source could not be read: what was known is still there. */
        unread: { on: { 'user.retried': 'reading' } },
      },
    },
  },
})

export type FilterActor = ActorRefFrom<typeof filterMachine>
export type FilterSnapshot = SnapshotFrom<typeof filterMachine>

/** One sample record with what the filter does to it. */
export type TriedRecord = {
  /** What people call it, else its place counted from 1. */
  readonly name: string
  readonly outcome: 'goes' | 'leftOut' | 'failed'
  /** Why it does not go; null of one that goes. */
  readonly reason: string | null
  /** Place in the filter of the first condition that it does not meet; null where none is known. */
  readonly place: `/${string}` | null
}

const base = '/records/only'
const placeIn = (path: string | undefined): `/${string}` | null =>
  path?.startsWith(`${base}/`) === true ? (path.slice(base.length) as `/${string}`) : null

/** The sample records in their order; null before the filter was tried. */
export function selectTried({ context: { answer, examples } }: FilterSnapshot): readonly TriedRecord[] | null {
  if (answer === null || answer.records.length !== examples.length) return null
  return answer.records.map(({ outcome, problem }, at) => ({
    name: [String(at + 1), recordNameOf(examples[at])].filter((it) => it !== null).join(' · '),
    // What an enrichment skips is not sent either.
    outcome: outcome === 'mapped' ? 'goes' : outcome === 'failed' ? 'failed' : 'leftOut',
    reason: outcome === 'mapped' ? null : (problem?.errors?.[0]?.message ?? problem?.message ?? null),
    place: outcome === 'left-out' ? placeIn(problem?.errors?.[0]?.path) : null,
  }))
}

/** The fields that a condition, or a group of them, compares. @param place as of `TriedRecord`. */
export function fieldsAt(filter: RecordFilter, place: string): readonly string[] {
  const names = place.split('/').slice(1)
  let at: unknown = filter
  for (const name of names)
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined
  if (typeof at !== 'object' || at === null) return []
  const found = 'path' in at ? [at as FilterCondition] : conditionsOf(at as RecordFilter)
  return [...new Set(found.map(({ path }) => path))]
}
