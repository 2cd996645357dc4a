import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import type { Maintenance } from '#contract/settings/maintenance.ts'
import { failure, keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

export const selectIsOn = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.on ?? false
/** The last look said so: there is none, or none any more. */
export const selectIsOver = (snapshot: MaintenanceSnapshot) =>
  snapshot.matches('resting') && snapshot.context.problem === null && snapshot.context.notice?.on === false
export const selectMessage = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.message ?? ''
/** When what is on ends by itself; null where a person ends it. */
export const selectUntil = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.until ?? null
/** Whether the operator has switched it on, for all companies. */
export const selectIsOfInstallation = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.isOfInstallation ?? false
/** The planned maintenance that runs or is near; null: none. */
export const selectPlanned = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.planned ?? null

export type MaintenanceEvent =
  | { readonly type: 'user.retried' }
  /** The tab came to the front, or a call was refused because of maintenance. */
  | { readonly type: 'browser.asked' }

/** Whether the company is in maintenance: looked at again and again for as long as somebody is inside. Threat T-MAINT. */
export const maintenanceMachine = setup({
  types: {
    context: {} as {
      /** What the server said last; null until it said something. */
      readonly notice: Maintenance | null
      /** Why the last look failed. */
      readonly problem: Problem | null
    },
    events: {} as MaintenanceEvent,
    tags: {} as 'busy',
  },
  actors: {
    readMaintenance: unprovidedActor<Maintenance, void>('readMaintenance'),
    watchFront: unprovidedCallbackActor<void>('watchFront'),
  },
  guards: {
    maintenanceRefusesUs: (_, params: { readonly problem: Problem }) => params.problem.code === 'maintenance/on',
  },
  actions: {
    rememberNotice: assign((_, params: { readonly notice: Maintenance }) => ({ notice: params.notice, problem: null })),
    rememberProblem: assign(keepProblem),
  },
  /** An open page that calls nothing switches within 5 s. */
  delays: { lookPause: 4_000 },
}).createMachine({
  id: 'maintenance',
  context: { notice: null, problem: null },
  // Without the tab's word the pause alone says when to look.
  invoke: { id: 'watchFront', src: 'watchFront', onError: {} },
  initial: 'looking',
  states: {
    looking: {
      tags: 'busy',
      invoke: {
        id: 'readMaintenance',
        src: 'readMaintenance',
        onDone: { target: 'resting', actions: { type: 'rememberNotice', params: ({ event }) => ({ notice: event.output }) } },
        onError: [
          {
            guard: { type: 'maintenanceRefusesUs', params: failure },
            target: 'resting',
            actions: {
              type: 'rememberNotice',
              params: ({ event }) => ({
                notice: { on: true, message: toProblem(event.error).message, planned: null },
              }),
            },
          },
          { target: 'resting', actions: rememberProblem },
        ],
      },
    },
    resting: {
      after: { lookPause: 'looking' },
      on: { 'user.retried': 'looking', 'browser.asked': 'looking' },
    },
  },
})

export type MaintenanceActor = ActorRefFrom<typeof maintenanceMachine>
export type MaintenanceSnapshot = SnapshotFrom<typeof maintenanceMachine>
