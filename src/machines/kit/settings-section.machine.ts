import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { report } from './page/report.ts'
import { failure, keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

export const selectStage = ({ value }: SettingsSectionSnapshot) => value
export const selectProblem = ({ context }: SettingsSectionSnapshot) => context.problem
/** Whether there is something to draw. */
export const selectIsRead = ({ context }: SettingsSectionSnapshot) => context.saved !== null
export const selectChanges = ({ context }: SettingsSectionSnapshot) => context.changes

/** What stands in the fields; the caller names its kind, as the provider of the actors did. */
export const selectDraft = <Value extends object>({ context }: SettingsSectionSnapshot) => draftOf(context) as Value
/** As it is saved; null before it was read. */
export const selectSaved = <Value extends object>({ context }: SettingsSectionSnapshot) =>
  (context.saved?.value ?? null) as Value | null
/** By whom and when it was saved since it was read; null where that is not said. */
export const selectSavedByOthers = ({ context }: SettingsSectionSnapshot) => context.theirs?.saved ?? null
/** Each change beside what somebody else saved; null where nothing is compared. */
export const selectCompared = ({ context }: SettingsSectionSnapshot) => (context.isCompared ? context.saved : null)
const selectCan = (event: SettingsSectionEvent) => (snapshot: SettingsSectionSnapshot) => snapshot.can(event)
/** Whether it is shown, and changed only after Edit; while it is read again too. */
export const selectIsViewed = (snapshot: SettingsSectionSnapshot) =>
  snapshot.matches('viewing') ||
  (snapshot.matches('loading') && snapshot.context.isReadFirst && isEmpty(snapshot.context.changes))

/** Whether the fields take changes. */
export const selectCanChange = (snapshot: SettingsSectionSnapshot) => snapshot.hasTag('editable')
export const selectCanEdit = selectCan({ type: 'user.edited' })
export const selectCanReload = selectCan({ type: 'user.reloaded' })

/** Fields by name, as the server has them. Which fields there are is known where the actors are provided and where they are drawn. */
export type SectionValue = Readonly<Record<string, unknown>>
export type Section = {
  readonly value: SectionValue
  readonly revision: number
  /** By whom and when it was saved, where the server says so; nulls of defaults. */
  readonly saved?: { readonly at: string | null; readonly by: string | null }
}

export type SettingsSectionEvent =
  /** Of a section that is shown first. */
  | { readonly type: 'user.edited' }
  | { readonly type: 'user.changed'; readonly change: SectionValue }
  | { readonly type: 'user.discarded' }
  | { readonly type: 'user.submitted' }
  /** Reads again: after a failure, what somebody else saved meanwhile, or what another call of the person changed. */
  | { readonly type: 'user.reloaded' }
  /** Takes what somebody else saved, and keeps the own changes to it. */
  | { readonly type: 'user.compared' }
  /** Saves the own changes over what somebody else saved. */
  | { readonly type: 'user.overwrote' }

export type SettingsSectionFact =
  /** As it would be saved now: after each reading, change, discarding and saving. */
  { readonly type: 'drafted'; readonly draft: SectionValue } | { readonly type: 'saved'; readonly section: Section }

type Input = {
  /** Unsaved changes of this tab from before; null where there are none. */
  readonly kept: SectionValue | null
  /** Whether it is shown first and changed only after Edit. */
  readonly isReadFirst?: boolean
}

type Context = {
  readonly isReadFirst: boolean
  readonly saved: Section | null
  /** Only the fields that differ from what is saved. */
  readonly changes: SectionValue
  readonly problem: Problem | null
  /** What somebody else saved since it was read; null where nobody did. */
  readonly theirs: Section | null
  /** Whether each change is shown beside what somebody else saved. */
  readonly isCompared: boolean
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What of the changes differs from what is saved. */
function differing(changes: SectionValue, saved: Section | null): SectionValue {
  if (saved === null) return changes
  return Object.fromEntries(Object.entries(changes).filter(([name, value]) => !same(value, saved.value[name])))
}

const after = ({ changes, saved }: Context, change: SectionValue) => differing({ ...changes, ...change }, saved)
export const isEmpty = (value: SectionValue) => Object.keys(value).length === 0

/** As it would be saved. */
export const draftOf = ({ saved, changes }: Pick<Context, 'saved' | 'changes'>): SectionValue => ({ ...saved?.value, ...changes })

type Answered = { readonly event: { readonly output: Section } }
type Change = { readonly change: SectionValue }
const changed = ({ event }: { readonly event: Change }) => ({ change: event.change })
const forgets = { guard: { type: 'endsChanges', params: changed }, target: 'pristine', actions: 'discard' } as const
const remembers = { target: 'dirty', actions: { type: 'remember', params: changed } } as const
const settled = [
  { type: 'rememberSaved', params: ({ event }: Answered) => ({ section: event.output }) },
  { type: 'announceSaved', params: ({ event }: Answered) => ({ section: event.output }) },
  { type: 'reportSaved', params: ({ event }: Answered) => ({ section: event.output }) },
] as const
/** Without changes: back to what is shown first, or ready for changes. */
const discarded = [
  { guard: 'isReadFirst', target: 'viewing', actions: 'discard' },
  { target: 'pristine', actions: 'discard' },
] as const
const begins = { guard: { type: 'makesChanges', params: changed }, ...remembers } as const

/** One section of settings: read, changed in this tab, and saved from the revision it was read at. Changes outlive the page. */
export const settingsSectionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SettingsSectionEvent,
    emitted: {} as SettingsSectionFact,
    input: {} as Input,
    tags: {} as 'busy' | 'editable',
  },
  actors: {
    readSection: unprovidedActor<Section, void>('readSection'),
    saveSection: unprovidedActor<Section, Section>('saveSection'),
  },
  guards: {
    isReadFirst: ({ context }) => context.isReadFirst,
    endsChanges: ({ context }, { change }: Change) => isEmpty(after(context, change)),
    makesChanges: ({ context }, { change }: Change) => !isEmpty(after(context, change)),
    /** Whether the changes would still be changes of what was read. */
    stayChanged: ({ context }, { section }: { readonly section: Section }) => !isEmpty(differing(context.changes, section)),
    /** What the provider knows of the fields. */
    isValid: (_, _params: { readonly draft: SectionValue }) => true,
    isStale: (_, { problem }: { readonly problem: Problem }) => problem.code.endsWith('/stale'),
  },
  actions: {
    rememberSection: assign(({ context }, { section }: { readonly section: Section }) => ({
      saved: section,
      changes: differing(context.changes, section),
      ...{ problem: null, isCompared: false },
    })),
    rememberSaved: assign((_, { section }: { readonly section: Section }) => ({
      ...{ saved: section, changes: {}, problem: null },
      isCompared: false,
    })),
    remember: assign(({ context }, { change }: Change) => ({ changes: after(context, change), problem: null })),
    discard: assign({ changes: {}, problem: null, isCompared: false }),
    rememberTheirs: assign((_, { section }: { readonly section: Section }) => ({ theirs: section, problem: null })),
    /** The own changes are then changes of what somebody else saved. */
    takeTheirs: assign(({ context }) => ({ saved: context.theirs, theirs: null })),
    dropEqual: assign(({ context }) => ({ changes: differing(context.changes, context.saved) })),
    compare: assign({ isCompared: true }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    /** Puts the changes where a reload of the page finds them. */
    keepChanges: (_, _params: { readonly changes: SectionValue }) => {},
    announceSaved: (_, _params: { readonly section: Section }) => {},
    reportSaved: enqueueActions(({ enqueue, self }, { section }: { readonly section: Section }) =>
      report<SettingsSectionFact>(enqueue, self, { type: 'saved', section }),
    ),
    reportDraft: enqueueActions(({ enqueue, self, context }) =>
      report<SettingsSectionFact>(enqueue, self, { type: 'drafted', draft: draftOf(context) }),
    ),
  },
  delays: { savedPause: 3_000 },
}).createMachine({
  id: 'settings-section',
  context: ({ input }) => ({
    ...{ isReadFirst: input.isReadFirst ?? false, saved: null, changes: input.kept ?? {}, problem: null },
    ...{ theirs: null, isCompared: false },
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readSection',
        src: 'readSection',
        onDone: [
          {
            guard: { type: 'stayChanged', params: ({ event }) => ({ section: event.output }) },
            target: 'dirty',
            actions: { type: 'rememberSection', params: ({ event }) => ({ section: event.output }) },
          },
          {
            guard: 'isReadFirst',
            target: 'viewing',
            actions: { type: 'rememberSection', params: ({ event }) => ({ section: event.output }) },
          },
          {
            target: 'pristine',
            actions: { type: 'rememberSection', params: ({ event }) => ({ section: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.reloaded': { target: 'loading', actions: 'forgetProblem' } } },
    viewing: {
      entry: [{ type: 'keepChanges', params: { changes: {} } }, 'reportDraft'],
      on: { 'user.edited': 'pristine', 'user.reloaded': 'loading' },
    },
    pristine: {
      tags: 'editable',
      entry: [{ type: 'keepChanges', params: { changes: {} } }, 'reportDraft'],
      on: { 'user.changed': begins, 'user.discarded': { guard: 'isReadFirst', target: 'viewing' } },
    },
    dirty: {
      tags: 'editable',
      entry: [{ type: 'keepChanges', params: ({ context }) => ({ changes: context.changes }) }, 'reportDraft'],
      on: {
        'user.changed': [forgets, { ...remembers, reenter: true }],
        'user.discarded': [...discarded],
        'user.submitted': {
          guard: { type: 'isValid', params: ({ context }) => ({ draft: draftOf(context) }) },
          target: 'saving',
        },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveSection',
        src: 'saveSection',
        input: ({ context }) => ({ value: draftOf(context), revision: context.saved?.revision ?? 0 }),
        onDone: [
          { guard: 'isReadFirst', target: 'viewing', actions: [...settled] },
          { target: 'saved', actions: [...settled] },
        ],
        onError: [
          { guard: { type: 'isStale', params: failure }, target: 'readingTheirs', actions: rememberProblem },
          { target: 'refused', actions: rememberProblem },
        ],
      },
    },
    saved: {
      tags: 'editable',
      entry: [{ type: 'keepChanges', params: { changes: {} } }, 'reportDraft'],
      after: { savedPause: 'pristine' },
      on: { 'user.changed': begins },
    },
    /** The problem stays until the next try. */
    refused: {
      tags: 'editable',
      on: {
        'user.changed': [forgets, remembers],
        'user.discarded': [...discarded],
        'user.submitted': {
          guard: { type: 'isValid', params: ({ context }) => ({ draft: draftOf(context) }) },
          target: 'saving',
          actions: 'forgetProblem',
        },
      },
    },
    /** Somebody else saved it: what they saved is read, and the own changes stay. */
    readingTheirs: {
      tags: 'busy',
      invoke: {
        id: 'readSection',
        src: 'readSection',
        onDone: [
          {
            guard: { type: 'stayChanged', params: ({ event }) => ({ section: event.output }) },
            target: 'conflict',
            actions: { type: 'rememberTheirs', params: ({ event }) => ({ section: event.output }) },
          },
          {
            guard: 'isReadFirst',
            target: 'viewing',
            actions: { type: 'rememberSection', params: ({ event }) => ({ section: event.output }) },
          },
          { target: 'pristine', actions: { type: 'rememberSection', params: ({ event }) => ({ section: event.output }) } },
        ],
        onError: 'stale',
      },
    },
    /** What they saved could not be read. */
    stale: {
      on: {
        'user.reloaded': 'readingTheirs',
        'user.discarded': { target: 'loading', actions: 'discard' },
      },
    },
    /** The person says what becomes of both. */
    conflict: {
      on: {
        'user.compared': { target: 'dirty', actions: ['takeTheirs', 'dropEqual', 'compare'] },
        'user.overwrote': { target: 'saving', actions: ['takeTheirs', 'dropEqual'] },
        'user.discarded': [
          { guard: 'isReadFirst', target: 'viewing', actions: ['takeTheirs', 'discard'] },
          { target: 'pristine', actions: ['takeTheirs', 'discard'] },
        ],
      },
    },
  },
})

export type SettingsSectionActor = ActorRefFrom<typeof settingsSectionMachine>
export type SettingsSectionSnapshot = SnapshotFrom<typeof settingsSectionMachine>
