import { type ActorRefFrom, assign, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import type { ReplayChoice } from '#contract/studio/replay.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

/** Transactions that are retried: one by one, or all that one cause, a run or a time has failed. */
export type ReplayChosen =
  | { readonly transactionIds: readonly string[] }
  /** Of the time that the cause was read for, ISO 8601; null where a link names none. */
  | { readonly problem: string; readonly from: string | null; readonly to: string | null }
  /** `destination`: the number of one of several destinations; absent: whatever it was. */
  | { readonly runId: string; readonly destination?: number }
  | { readonly allFailed: true; readonly from: string | null; readonly to: string | null }

/** What was chosen, as the call has it. `delay`: milliseconds between two records. */
export function choiceOf(chosen: ReplayChosen, delay: number): ReplayChoice {
  if ('transactionIds' in chosen) return { transactionIds: [...chosen.transactionIds], delay }
  if ('runId' in chosen) {
    const { runId, destination } = chosen
    return { runId, delay, ...(destination === undefined ? {} : { destination }) }
  }
  const { from, to } = chosen
  const dates = { ...(from === null ? {} : { startDate: from }), ...(to === null ? {} : { endDate: to }) }
  return 'problem' in chosen ? { problem: chosen.problem, delay, ...dates } : { allFailed: chosen.allFailed, delay, ...dates }
}

type RetryEvent = { readonly type: 'user.retried' } | { readonly type: 'user.closed' } | { readonly type: 'user.plannedAgain' }

type OfConnector = { readonly connectorId: string; readonly chosen: ReplayChosen }

/** `replayId`: a plan that the address names; null where it is still to be made. */
type Input = OfConnector & { readonly replayId: string | null }

/** From what is to be retried to its plan, which is a machine of its own (`retry-plan.machine.ts`). */
export const retryMachine = setup({
  types: {
    context: {} as Input & { readonly problem: Problem | null },
    events: {} as RetryEvent,
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: { makePlan: unprovidedActor<{ readonly replayId: string }, OfConnector>('makePlan') },
  guards: { planExists: ({ context }) => context.replayId !== null },
  actions: {
    rememberPlan: assign((_, { replayId }: { readonly replayId: string }) => ({ replayId, problem: null })),
    rememberProblem: assign(keepProblem),
    forgetPlan: assign({ replayId: null, problem: null }),
    /** The address names the plan from now on. */
    tellPlanned: (_, _params: { readonly replayId: string }) => {},
    tellClosed: () => {},
  },
}).createMachine({
  id: 'retry',
  context: ({ input }) => ({ ...input, problem: null }),
  on: { 'user.closed': { actions: 'tellClosed' } },
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'planExists', target: 'planned' }, { target: 'making' }] },
    making: {
      tags: 'busy',
      entry: 'forgetPlan',
      invoke: {
        id: 'makePlan',
        src: 'makePlan',
        input: ({ context: { connectorId, chosen } }) => ({ connectorId, chosen }),
        onDone: {
          target: 'planned',
          actions: [
            { type: 'rememberPlan', params: ({ event }) => event.output },
            { type: 'tellPlanned', params: ({ event }) => event.output },
          ],
        },
        onError: { target: 'unmade', actions: rememberProblem },
      },
    },
    unmade: { on: { 'user.retried': 'making' } },
    planned: { on: { 'user.plannedAgain': 'making' } },
  },
})

export type RetryActor = ActorRefFrom<typeof retryMachine>
