import { type ActorRefFrom, assign, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

type Input = { readonly connectorId: string; readonly runId: string }

export type RunStopEvent =
  | { readonly type: 'user.stopped' }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.cancelled' }

/** One run is stopped, once somebody has confirmed it. What could not be stopped can be tried again. */
export const runStopMachine = setup({
  types: {
    context: {} as Input & { readonly problem: Problem | null },
    events: {} as RunStopEvent,
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: { stopRun: unprovidedActor<void, Input>('stopRun') },
  actions: {
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    /** The page reads anew what it shows of the run. */
    tellStopped: () => {},
  },
}).createMachine({
  id: 'run-stop',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'resting',
  states: {
    resting: { on: { 'user.stopped': 'asking' } },
    asking: {
      entry: 'forgetProblem',
      on: { 'user.confirmed': 'stopping', 'user.cancelled': 'resting' },
    },
    stopping: {
      tags: 'busy',
      invoke: {
        id: 'stopRun',
        src: 'stopRun',
        input: ({ context: { connectorId, runId } }) => ({ connectorId, runId }),
        onDone: { target: 'stopped', actions: 'tellStopped' },
        onError: { target: 'resting', actions: rememberProblem },
      },
    },
    stopped: { type: 'final' },
  },
})

export type RunStopActor = ActorRefFrom<typeof runStopMachine>
