import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import {
  canAddKey,
  canAddLine,
  formOf,
  type GroupForm,
  groupOf,
  isComplete,
  type LineChange,
  withChange,
  withKey,
  withLine,
  without,
  withPath,
} from './group-form.ts'

type Context = {
  readonly form: GroupForm
  readonly examples: readonly unknown[]
  /** What the engine made of the examples with the last groups that could be tried. */
  readonly answer: DryRun | null
  readonly problem: Problem | null
  /** Why these records cannot be grouped, as a sentence without its full stop; null where they can. */
  readonly because: string | null
  /** Somebody wanted to apply a form that is not complete: what it lacks is shown. */
  readonly isChecked: boolean
}

type Edit =
  | { readonly type: 'user.wroteKey'; readonly id: string; readonly path: string }
  | { readonly type: 'user.wroteLine'; readonly id: string; readonly change: LineChange }
  | { readonly type: 'user.addedKey' }
  | { readonly type: 'user.addedLine' }
  | { readonly type: 'user.removed'; readonly id: string }

type Opening = {
  readonly group: RecordGroup | null
  readonly examples: readonly unknown[]
  readonly because: string | null
}

export type GroupEvent =
  | Edit
  | ({ readonly type: 'user.opened' } & Opening)
  | { readonly type: 'user.applied' }
  | { readonly type: 'user.cleared' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.retried' }

function edited(form: GroupForm, event: Edit): GroupForm {
  switch (event.type) {
    case 'user.wroteKey':
      return withPath(form, event.id, event.path)
    case 'user.wroteLine':
      return withChange(form, event.id, event.change)
    case 'user.addedKey':
      return withKey(form)
    case 'user.addedLine':
      return withLine(form)
    case 'user.removed':
      return without(form, event.id)
  }
}

const edits = (guard?: 'canAddKey' | 'canAddLine') => ({
  ...(guard === undefined ? {} : { guard }),
  target: '.waiting',
  reenter: true,
  actions: { type: 'edit' as const, params: ({ event }: { readonly event: Edit }) => ({ event }) },
})

const untold = { answer: null, problem: null } as const
const nothing: Context = { form: formOf(null), examples: [], because: null, isChecked: false, ...untold }

const leaving = {
  'user.cleared': { target: 'closed', actions: { type: 'tellGroup' as const, params: { group: null } } },
  'user.cancelled': 'closed',
} as const

/** The groups of records while a person makes them. The engine tries them on the sample records soon after each change; only Apply changes the draft. */
export const groupMachine = setup({
  types: { context: {} as Context, events: {} as GroupEvent, tags: {} as 'busy' },
  actors: {
    /** The groups of the examples. */
    tryGroup: unprovidedActor<DryRun, { readonly group: RecordGroup; readonly examples: readonly unknown[] }>('tryGroup'),
  },
  guards: {
    isPossible: (_, { because }: Opening) => because === null,
    canAddKey: ({ context }) => canAddKey(context.form),
    canAddLine: ({ context }) => canAddLine(context.form),
    isComplete: ({ context }) => isComplete(context.form),
    nothingToTry: ({ context }) => groupOf(context.form) === null || context.examples.length === 0,
  },
  actions: {
    open: assign((_, { group, examples, because }: Opening) => ({
      ...{ form: formOf(group), examples, because, isChecked: false, ...untold },
    })),
    edit: assign(({ context }, { event }: { readonly event: Edit }) => ({ form: edited(context.form, event) })),
    showFaults: assign({ isChecked: true }),
    rememberAnswer: assign((_, { answer }: { readonly answer: DryRun }) => ({
      answer,
      problem: answer.problem as Problem | null,
    })),
    forget: assign(nothing),
    forgetAnswer: assign(untold),
    forgetTried: assign({ answer: null }),
    rememberProblem: assign(keepProblem),
    /** Null: each record by itself. */
    tellGroup: (_, _params: { readonly group: RecordGroup | null }) => {},
  },
  delays: { tryPause: 400 },
}).createMachine({
  id: 'group',
  context: nothing,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        'user.opened': [
          {
            guard: { type: 'isPossible', params: ({ event }) => event },
            target: 'open',
            actions: { type: 'open', params: ({ event }) => event },
          },
          { target: 'refused', actions: { type: 'open', params: ({ event }) => event } },
        ],
      },
    },
    /** These records have no groups. Groups that the draft has all the same can be removed. */
    refused: { on: leaving },
    open: {
      initial: 'deciding',
      on: {
        ...leaving,
        'user.wroteKey': edits(),
        'user.wroteLine': edits(),
        'user.addedKey': edits('canAddKey'),
        'user.addedLine': edits('canAddLine'),
        'user.removed': edits(),
        'user.applied': [
          {
            guard: 'isComplete',
            target: 'closed',
            actions: { type: 'tellGroup', params: ({ context }) => ({ group: groupOf(context.form) }) },
          },
          { actions: 'showFaults' },
        ],
      },
      states: {
        waiting: { after: { tryPause: 'deciding' } },
        deciding: { always: [{ guard: 'nothingToTry', target: 'untried' }, { target: 'trying' }] },
        /** No field to group by is complete, or there is no sample record. */
        untried: { entry: 'forgetAnswer' },
        trying: {
          tags: 'busy',
          invoke: {
            id: 'tryGroup',
            src: 'tryGroup',
            input: ({ context: { form, examples } }) => ({ group: groupOf(form) as RecordGroup, examples }),
            onDone: { target: 'tried', actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) } },
            onError: { target: 'failed', actions: rememberProblem },
          },
        },
        tried: {},
        failed: { entry: 'forgetTried', on: { 'user.retried': 'trying' } },
      },
    },
  },
})

export type GroupActor = ActorRefFrom<typeof groupMachine>
export type GroupSnapshot = SnapshotFrom<typeof groupMachine>

/** One group of the sample records: the record that would be sent, or why it would not be. */
export type TriedGroup = { readonly name: string; readonly record: unknown; readonly reason: string | null }

export type TriedGroups = {
  readonly records: number
  readonly groups: readonly TriedGroup[]
  readonly leftOut: number
  /** Why a record is in no group: a run with it would send none. Null where each has one. */
  readonly groupless: string | null
}

/** Whether a row of a dry run is a group, and no record that is in none. */
const isGroup = ({ outcome, problem }: DryRun['records'][number]) => outcome === 'mapped' || problem?.code === 'group/value'

/** The groups that a dry run made, as records. */
export const groupsOf = ({ records }: DryRun): readonly unknown[] =>
  records.flatMap(({ outcome, record }) => (outcome === 'mapped' ? [record] : []))

/** The groups of the sample records; null before they were tried. */
export function selectGroups({ context: { answer, examples } }: GroupSnapshot): TriedGroups | null {
  if (answer === null) return null
  const others = answer.records.filter((row) => !isGroup(row))
  const failed = others.find(({ outcome }) => outcome === 'failed')
  return {
    records: examples.length,
    groups: answer.records.filter(isGroup).map(({ key, record, problem }, at) => ({
      ...{ name: key === '' ? String(at + 1) : key, record },
      reason: problem?.message ?? null,
    })),
    leftOut: others.filter(({ outcome }) => outcome !== 'failed').length,
    groupless: failed === undefined ? null : (failed.problem?.message ?? ''),
  }
}
