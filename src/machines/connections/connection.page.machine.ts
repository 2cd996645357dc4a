import { type ActorRefFrom, assign, emit, sendTo, setup } from 'xstate'
import type { ConnectionCheck, ConnectionForm } from '#contract/connections/connection.ts'
import type { ReplacedConnector } from '#contract/connections/connection-page.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { type ConfirmedActionFact, confirmedActionMachine } from '../kit/confirmed-action.machine.ts'
import { type EntryDialogFact, entryDialogMachine } from '../kit/entry-dialog.machine.ts'
import { listMachine } from '../kit/list.machine.ts'
import type { ChildEvent } from '../kit/page/report.ts'
import { type Failure, failure, keepProblem, rememberProblem } from '../kit/problem.ts'
import { type SettingsSectionFact, settingsSectionMachine } from '../kit/settings-section.machine.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

export const connectionTabs = ['overview', 'uses', 'access', 'history'] as const
export type ConnectionTab = (typeof connectionTabs)[number]

/** What a person confirms, by `kind`; of `handOver`, `choice` is the id of the next owner. */
export const connectionDecisions = ['off', 'on', 'delete', 'handOver'] as const
export type ConnectionDecision = (typeof connectionDecisions)[number]

/** The open tab, and the page of its history, counted from 1. */
export type ConnectionPlace = { readonly tab: ConnectionTab; readonly page: number }

/** What the section of access holds. */
export type Sharing = Pick<ConnectionForm, 'visibility' | 'people'>

export type ConnectionPageEvent =
  | { readonly type: 'user.opened'; readonly tab: ConnectionTab }
  | { readonly type: 'user.turned'; readonly page: number }
  | { readonly type: 'user.tested' }
  /** What became of each connector was read. */
  | { readonly type: 'user.dismissed' }
  /** After a part has broken. */
  | { readonly type: 'user.reloaded' }
  | { readonly type: 'place.changed'; readonly query: ConnectionPlace }
  | ChildEvent<'form' | 'replacement', EntryDialogFact>
  | ChildEvent<'adoption' | 'decision', ConfirmedActionFact>
  | ChildEvent<'access', SettingsSectionFact>

/** What the page emits. */
export type ConnectionFact =
  | { readonly type: 'saved' }
  | { readonly type: 'shared' }
  | { readonly type: 'tested'; readonly check: ConnectionCheck }
  | { readonly type: 'decided'; readonly decision: ConnectionDecision }

type Placed = { readonly type: 'query.placed'; readonly query: ConnectionPlace; readonly isTyped: boolean }
type Results = readonly ReplacedConnector[]

const decisionOf = (kind: string) => connectionDecisions.find((decision) => decision === kind) ?? 'off'

const reread = { type: 'user.refreshed' } as const
/** A part that ends by a fault of ours cannot be drawn: the person starts the page again. */
const breaks = { target: '#broken', actions: rememberProblem } as const

const opened = ({ context, event }: { context: ConnectionPlace; event: { readonly tab: ConnectionTab } }) => ({
  ...{ tab: event.tab, page: event.tab === context.tab ? context.page : 1 },
})
const turned = ({ context, event }: { context: ConnectionPlace; event: { readonly page: number } }) => ({
  ...{ tab: context.tab, page: event.page },
})
const moved = ({ event }: { event: { readonly query: ConnectionPlace } }) => event.query
const resultsOf = ({ event }: { event: { readonly output: unknown } }) => ({
  results: (event.output as { readonly data: Results }).data,
})
const says = [{ type: 'rememberResults', params: resultsOf }, 'rereadConnection', 'rereadUses', 'rereadCandidates'] as const

/** The page of one connection: owns all that it shows, and reads again what an action has changed. */
export const connectionPageMachine = setup({
  types: {
    context: {} as ConnectionPlace & {
      /** What became of the last replacement; null while nothing is said of one. */
      readonly results: Results | null
      /** Why the last test could not be made. */
      readonly testProblem: Problem | null
      readonly problem: Problem | null
    },
    events: {} as ConnectionPageEvent,
    emitted: {} as ConnectionFact,
    input: {} as ConnectionPlace,
    children: {} as {
      connection: 'connection'
      form: 'form'
      decision: 'decision'
      test: 'test'
      uses: 'uses'
      candidates: 'candidates'
      others: 'others'
      replacement: 'replacement'
      adoption: 'adoption'
      access: 'access'
      members: 'members'
      history: 'history'
      address: 'address'
    },
    tags: {} as 'testing',
  },
  actors: {
    connection: listMachine,
    form: entryDialogMachine,
    decision: confirmedActionMachine,
    test: unprovidedActor<ConnectionCheck, void>('test'),
    uses: listMachine,
    candidates: listMachine,
    others: listMachine,
    replacement: entryDialogMachine,
    adoption: confirmedActionMachine,
    access: settingsSectionMachine,
    members: listMachine,
    history: listMachine,
    address: unprovidedCallbackActor<void, Placed>('address'),
  },
  guards: {
    isElsewhere: ({ context }, { tab, page }: ConnectionPlace) => tab !== context.tab || page !== context.page,
    hasResults: ({ context }) => context.results !== null,
    isTab: ({ context }, { tab }: { readonly tab: ConnectionTab }) => context.tab === tab,
  },
  actions: {
    rememberPlace: assign((_, { tab, page }: ConnectionPlace) => ({ tab, page })),
    place: sendTo('address', (_, { tab, page }: ConnectionPlace) => ({
      ...{ type: 'query.placed', query: { tab, page }, isTyped: false },
    })),
    rereadConnection: sendTo('connection', reread),
    rereadUses: sendTo('uses', reread),
    rereadCandidates: sendTo('candidates', reread),
    rereadHistory: sendTo('history', reread),
    rememberResults: assign((_, { results }: { readonly results: Results }) => ({ results })),
    forgetResults: assign({ results: null }),
    rememberTestProblem: assign((_, { problem }: Failure) => ({ testProblem: problem })),
    forgetTestProblem: assign({ testProblem: null }),
    emitSaved: emit({ type: 'saved' }),
    emitShared: emit({ type: 'shared' }),
    emitTested: emit((_, { check }: { readonly check: ConnectionCheck }) => ({ type: 'tested', check })),
    emitDecided: emit((_, { action }: Pick<ConfirmedActionFact, 'action'>) => ({
      ...{ type: 'decided', decision: decisionOf(action.kind) },
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'connection.page',
  context: ({ input }) => ({ ...input, results: null, testProblem: null, problem: null }),
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      states: {
        /** The connection and what is done to it. */
        record: {
          invoke: [
            { id: 'connection', src: 'connection', input: { query: {} }, onError: breaks },
            { id: 'form', src: 'form', onError: breaks },
            { id: 'decision', src: 'decision', onError: breaks },
          ],
          on: {
            'form.saved': { actions: ['emitSaved', 'rereadConnection'] },
            'access.saved': { actions: ['emitShared', 'rereadConnection'] },
            'decision.done': { actions: [{ type: 'emitDecided', params: ({ event }) => event }, 'rereadConnection'] },
          },
        },
        testing: {
          initial: 'idle',
          states: {
            idle: { on: { 'user.tested': { target: 'sending', actions: 'forgetTestProblem' } } },
            sending: {
              tags: 'testing',
              invoke: {
                id: 'test',
                src: 'test',
                onDone: {
                  target: 'idle',
                  actions: [{ type: 'emitTested', params: ({ event }) => ({ check: event.output }) }, 'rereadConnection'],
                },
                onError: {
                  target: 'idle',
                  actions: { type: 'rememberTestProblem', params: failure },
                },
              },
            },
          },
        },
        /** The open tab with its parts. Another page is another list: the request for the one before is aborted. */
        tab: {
          invoke: { id: 'address', src: 'address', onError: breaks },
          initial: 'choosing',
          on: {
            'user.opened': {
              guard: { type: 'isElsewhere', params: opened },
              target: '.choosing',
              actions: [
                { type: 'place', params: opened },
                { type: 'rememberPlace', params: opened },
              ],
            },
            'user.turned': {
              guard: { type: 'isElsewhere', params: turned },
              target: '.choosing',
              actions: [
                { type: 'place', params: turned },
                { type: 'rememberPlace', params: turned },
              ],
            },
            'place.changed': {
              guard: { type: 'isElsewhere', params: moved },
              target: '.choosing',
              actions: { type: 'rememberPlace', params: moved },
            },
          },
          states: {
            choosing: {
              always: [
                { guard: { type: 'isTab', params: { tab: 'uses' } }, target: 'uses' },
                { guard: { type: 'isTab', params: { tab: 'access' } }, target: 'access' },
                { guard: { type: 'isTab', params: { tab: 'history' } }, target: 'history' },
                { target: 'overview' },
              ],
            },
            overview: {},
            /** Connectors that use it, those that could, and its replacement in them. */
            uses: {
              invoke: [
                { id: 'uses', src: 'uses', input: { query: {} }, onError: breaks },
                { id: 'candidates', src: 'candidates', input: { query: {} }, onError: breaks },
                { id: 'others', src: 'others', input: { query: {} }, onError: breaks },
                { id: 'replacement', src: 'replacement', onError: breaks },
                { id: 'adoption', src: 'adoption', onError: breaks },
              ],
              exit: 'forgetResults',
              on: {
                'replacement.saved': { actions: [...says] },
                'adoption.done': { actions: [...says] },
                'user.dismissed': { guard: 'hasResults', actions: 'forgetResults' },
              },
            },
            access: {
              invoke: [
                { id: 'access', src: 'access', input: { kept: null }, onError: breaks },
                { id: 'members', src: 'members', input: { query: {} }, onError: breaks },
              ],
            },
            history: {
              invoke: {
                id: 'history',
                src: 'history',
                input: ({ context: { page } }) => ({ query: { page } }),
                onError: breaks,
              },
              on: {
                'form.saved': { actions: 'rereadHistory' },
                'decision.done': { actions: 'rereadHistory' },
              },
            },
          },
        },
      },
    },
    broken: { id: 'broken', exit: 'forgetProblem', on: { 'user.reloaded': 'running' } },
  },
})

export type ConnectionPageActor = ActorRefFrom<typeof connectionPageMachine>
