import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import type { TemplateSummary } from '#contract/library/template.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export type Ways = {
  /** Whether the built-in systems are there. */
  readonly hasDemo: boolean
  /** Ready-made definitions, one for each system. */
  readonly templates: readonly Pick<TemplateSummary, '_id' | 'name'>[]
}

export type FirstMinuteEvent = { readonly type: 'user.ranDemo' } | { readonly type: 'user.retried' }

type Demo = { readonly connectorId: string | null }

/** A company without connectors: its ways to the first records. The demo is made, deployed and run by one press, and goes on where it stopped. */
export const firstMinuteMachine = setup({
  types: {
    context: {} as Demo & { readonly ways: Ways | null; readonly problem: Problem | null },
    events: {} as FirstMinuteEvent,
    tags: {} as 'busy',
  },
  actors: {
    readWays: unprovidedActor<Ways, void>('readWays'),
    makeDemo: unprovidedActor<{ readonly connectorId: string }, void>('makeDemo'),
    runDemo: unprovidedActor<void, Demo>('runDemo'),
  },
  guards: {
    demoIsMade: ({ context }) => context.connectorId !== null,
    demoIsThere: ({ context }) => context.ways?.hasDemo === true,
  },
  actions: {
    rememberWays: assign((_, params: { readonly ways: Ways }) => params),
    rememberDemo: assign((_, { connectorId }: { readonly connectorId: string }) => ({ connectorId })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'first-minute',
  context: { ways: null, connectorId: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'readWays',
        src: 'readWays',
        onDone: { target: 'ready', actions: { type: 'rememberWays', params: ({ event }) => ({ ways: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': 'loading' } },
    ready: {
      on: {
        'user.ranDemo': [
          { guard: 'demoIsMade', target: 'running' },
          { guard: 'demoIsThere', target: 'making' },
        ],
      },
    },
    making: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'makeDemo',
        src: 'makeDemo',
        onDone: { target: 'running', actions: { type: 'rememberDemo', params: ({ event }) => event.output } },
        onError: { target: 'ready', actions: rememberProblem },
      },
    },
    running: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'runDemo',
        src: 'runDemo',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: 'moved',
        onError: { target: 'ready', actions: rememberProblem },
      },
    },
    moved: { type: 'final' },
  },
})

export type FirstMinuteActor = ActorRefFrom<typeof firstMinuteMachine>
type FirstMinuteSnapshot = SnapshotFrom<typeof firstMinuteMachine>
/** What is done for the demo just now. */
export const selectProgress = (snapshot: FirstMinuteSnapshot) =>
  snapshot.matches('making') ? 'making' : snapshot.matches('running') ? 'running' : null
