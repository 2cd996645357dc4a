import { type ActorRefFrom, assign, emit, sendTo, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import type { RestoredConnectors } from '#contract/settings/retention/backups.ts'
import { type ConfirmedActionFact, confirmedActionMachine } from '../kit/confirmed-action.machine.ts'
import { listMachine } from '../kit/list.machine.ts'
import type { ChildEvent } from '../kit/page/report.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { tableFileMachine } from '../kit/request.machine.ts'
import { type SectionValue, type SettingsSectionFact, settingsSectionMachine } from '../kit/settings-section.machine.ts'
import { unprovidedCallbackActor } from '../kit/unprovided-actor.ts'
import type { RetentionDraft } from './retention-draft.ts'

/** Which page of the removals, counted from 1. */
export type RetentionPlace = { readonly page: number }

/** How long logs and people are kept, as the values of a list. */
type Periods = Pick<RetentionDraft, 'integrationLogs' | 'auditLogs' | 'userData'>

export type RetentionPageEvent =
  | { readonly type: 'user.turned'; readonly page: number }
  /** After a part has broken. */
  | { readonly type: 'user.reloaded' }
  | { readonly type: 'place.changed'; readonly query: RetentionPlace }
  | ChildEvent<'policy', SettingsSectionFact>
  | ChildEvent<'deletion' | 'backup' | 'confirmation', ConfirmedActionFact>

/** What the page emits. */
export type RetentionFact =
  | { readonly type: 'policySaved' }
  | { readonly type: 'backupMade' }
  | { readonly type: 'connectorsRestored'; readonly restored: RestoredConnectors }
  | { readonly type: 'removalConfirmed' }

type Placed = { readonly type: 'query.placed'; readonly query: RetentionPlace; readonly isTyped: boolean }

type Input = RetentionPlace & { readonly kept: SectionValue | null }
type Drafted = { readonly draft: SectionValue }

const periodsOf = ({ integrationLogs, auditLogs, userData }: RetentionDraft): Periods => ({
  ...{ integrationLogs, auditLogs, userData },
})
const drafted = ({ event }: { readonly event: Drafted }) => ({ draft: event.draft })
const reread = { type: 'user.refreshed' } as const
/** A part that ends by a fault of ours cannot be drawn: the person starts the page again. */
const breaks = { target: '#broken', actions: rememberProblem } as const

/** On the states, not on their region: `reenter` on a region of a parallel state restarts all regions. */
const counts = {
  guard: { type: 'areOtherPeriods', params: drafted },
  target: 'counted',
  actions: { type: 'rememberPeriods', params: drafted },
} as const

/** The tab Retention Policy: owns all that it shows, and reads again what an action has changed. */
export const retentionPageMachine = setup({
  types: {
    context: {} as Input & { readonly periods: Periods | null; readonly problem: Problem | null },
    events: {} as RetentionPageEvent,
    emitted: {} as RetentionFact,
    input: {} as Input,
    children: {} as {
      policy: 'policy'
      preview: 'preview'
      people: 'people'
      deletion: 'deletion'
      backups: 'backups'
      backup: 'backup'
      backupFile: 'backupFile'
      removals: 'removals'
      confirmation: 'confirmation'
      archiveFile: 'archiveFile'
      address: 'address'
    },
  },
  actors: {
    policy: settingsSectionMachine,
    preview: listMachine,
    people: listMachine,
    deletion: confirmedActionMachine,
    backups: listMachine,
    backup: confirmedActionMachine,
    backupFile: tableFileMachine,
    removals: listMachine,
    confirmation: confirmedActionMachine,
    archiveFile: tableFileMachine,
    address: unprovidedCallbackActor<void, Placed>('address'),
  },
  guards: {
    areOtherPeriods: ({ context }, { draft }: Drafted) =>
      JSON.stringify(periodsOf(draft as RetentionDraft)) !== JSON.stringify(context.periods),
    isOtherPage: ({ context }, { page }: RetentionPlace) => page !== context.page,
    isRestored: (_, { output }: { readonly output: unknown }) => output !== null,
  },
  actions: {
    rememberPeriods: assign((_, { draft }: Drafted) => ({ periods: periodsOf(draft as RetentionDraft) })),
    rememberPage: assign((_, { page }: RetentionPlace) => ({ page })),
    place: sendTo('address', (_, { page }: RetentionPlace) => ({ type: 'query.placed', query: { page }, isTyped: false })),
    rereadPeople: sendTo('people', reread),
    rereadBackups: sendTo('backups', reread),
    rereadRemovals: sendTo('removals', reread),
    emitSaved: emit({ type: 'policySaved' }),
    emitMade: emit({ type: 'backupMade' }),
    emitRestored: emit((_, { restored }: { readonly restored: RestoredConnectors }) => ({
      ...{ type: 'connectorsRestored', restored },
    })),
    emitConfirmed: emit({ type: 'removalConfirmed' }),
    rememberProblem: assign(keepProblem),
    forget: assign({ problem: null, periods: null }),
  },
}).createMachine({
  id: 'retention.page',
  context: ({ input }) => ({ ...input, periods: null, problem: null }),
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      states: {
        policy: {
          invoke: { id: 'policy', src: 'policy', input: ({ context }) => ({ kept: context.kept }), onError: breaks },
          /** Who is due depends on the saved policy. */
          on: { 'policy.saved': { actions: ['emitSaved', 'rereadPeople'] } },
        },
        /** What the chosen periods would remove, before they are saved. */
        counting: {
          initial: 'waiting',
          states: {
            waiting: { on: { 'policy.drafted': counts } },
            counted: {
              on: { 'policy.drafted': { ...counts, reenter: true } },
              invoke: {
                id: 'preview',
                src: 'preview',
                input: ({ context }) => ({ query: { ...context.periods } }),
                onError: breaks,
              },
            },
          },
        },
        people: {
          invoke: [
            { id: 'people', src: 'people', input: { query: { page: 1 } }, onError: breaks },
            { id: 'deletion', src: 'deletion', onError: breaks },
          ],
          on: { 'deletion.done': { actions: 'rereadPeople' } },
        },
        backups: {
          invoke: [
            { id: 'backups', src: 'backups', input: { query: { page: 1 } }, onError: breaks },
            { id: 'backup', src: 'backup', onError: breaks },
            { id: 'backupFile', src: 'backupFile', input: {}, onError: breaks },
          ],
          on: {
            'backup.done': [
              {
                guard: { type: 'isRestored', params: ({ event }) => event },
                actions: [
                  { type: 'emitRestored', params: ({ event }) => ({ restored: event.output as RestoredConnectors }) },
                  'rereadBackups',
                ],
              },
              { actions: ['emitMade', 'rereadBackups'] },
            ],
          },
        },
        removals: {
          invoke: [
            { id: 'confirmation', src: 'confirmation', onError: breaks },
            { id: 'archiveFile', src: 'archiveFile', input: {}, onError: breaks },
            { id: 'address', src: 'address', onError: breaks },
          ],
          initial: 'listing',
          on: { 'confirmation.done': { actions: ['emitConfirmed', 'rereadRemovals'] } },
          states: {
            /** Another page is another list: the request for the one before is aborted. */
            listing: {
              invoke: {
                id: 'removals',
                src: 'removals',
                input: ({ context }) => ({ query: { page: context.page } }),
                onError: breaks,
              },
              on: {
                'user.turned': {
                  guard: { type: 'isOtherPage', params: ({ event }) => event },
                  target: 'listing',
                  reenter: true,
                  actions: [
                    { type: 'rememberPage', params: ({ event }) => event },
                    { type: 'place', params: ({ event }) => event },
                  ],
                },
                'place.changed': {
                  guard: { type: 'isOtherPage', params: ({ event }) => event.query },
                  target: 'listing',
                  reenter: true,
                  actions: { type: 'rememberPage', params: ({ event }) => event.query },
                },
              },
            },
          },
        },
      },
    },
    /** All parts have ended; what was not saved is gone, as after a page that could not be drawn. */
    broken: { id: 'broken', exit: 'forget', on: { 'user.reloaded': 'running' } },
  },
})

export type RetentionPageActor = ActorRefFrom<typeof retentionPageMachine>
