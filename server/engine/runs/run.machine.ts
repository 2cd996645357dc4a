/**
 * The condition of a run that a process moves, and what becomes of the run. Pure: the worker applies events with `transition` and carries
 * out the output. A more serious condition replaces a lesser one: leaseLost, broken, refused, resting or draining, running.
 */
import { assign, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import type { LimitRest } from './resting-runs.repository.ts'

/** What the worker does with the run once nothing of it is in flight. */
export type RunOutcome =
  /** Another process owns the run, so nothing is written. */
  | { readonly type: 'abandoned' }
  /** An error of our own. */
  | { readonly type: 'interrupted'; readonly error: unknown }
  /** The destination refuses us, so what is in the outbox is not sent. */
  | { readonly type: 'refused'; readonly problem: Problem }
  /** The run only waited for a rate limit, and continues later. */
  | { readonly type: 'limited'; readonly rest: LimitRest }
  /** Released at once for any process: it was paused, cancelled, or its engine stops. */
  | { readonly type: 'released' }
  /** The source could not be read to its end. */
  | { readonly type: 'failed'; readonly problem: Problem }
  /** The run waits this many milliseconds for more events. */
  | { readonly type: 'rested'; readonly milliseconds: number }
  /** The sums of the ledger decide. */
  | { readonly type: 'completed' }

export type RunEvent =
  /** Stop sending; what is in flight ends and is written. */
  | { readonly type: 'engine.held' }
  | { readonly type: 'lease.lost' }
  | { readonly type: 'worker.failed'; readonly error: unknown }
  | { readonly type: 'destination.refused'; readonly problem: Problem }
  | { readonly type: 'limit.exceeded'; readonly rest: LimitRest }
  /** The source is empty for now, and more may come. */
  | { readonly type: 'source.rested'; readonly milliseconds: number }
  /** Nothing more is read. */
  | { readonly type: 'source.ended' }
  /** Nothing is in flight. `problem`: why the source could not be read to its end. */
  | { readonly type: 'records.settled'; readonly problem: Problem | null }

type RunContext = {
  /** What becomes of the run if it settles now. */
  readonly outcome: RunOutcome
  readonly isRead: boolean
}

/** A more serious condition is not replaced by this event. */
const ignored = {}

export const runMachine = setup({
  types: { context: {} as RunContext, events: {} as RunEvent, output: {} as RunOutcome },
  actions: {
    decide: assign((_, outcome: RunOutcome) => ({ outcome })),
    noteSourceEnd: assign({ isRead: true }),
  },
  guards: { hasProblem: (_, problem: Problem | null) => problem !== null },
}).createMachine({
  id: 'run',
  context: { outcome: { type: 'completed' }, isRead: false },
  initial: 'running',
  on: {
    'lease.lost': { target: '.leaseLost', actions: { type: 'decide', params: { type: 'abandoned' } } },
    'worker.failed': {
      target: '.broken',
      actions: { type: 'decide', params: ({ event: { error } }) => ({ type: 'interrupted', error }) },
    },
    'destination.refused': {
      target: '.refused',
      actions: { type: 'decide', params: ({ event: { problem } }) => ({ type: 'refused', problem }) },
    },
    'source.ended': { actions: 'noteSourceEnd' },
    'records.settled': '.ended',
  },
  output: ({ context }) => context.outcome,
  states: {
    /** Reads and sends: the only condition in which a request is begun. */
    running: {
      on: {
        'engine.held': { target: 'draining', actions: { type: 'decide', params: { type: 'released' } } },
        'limit.exceeded': {
          target: 'resting',
          actions: { type: 'decide', params: ({ event: { rest } }) => ({ type: 'limited', rest }) },
        },
        'source.rested': {
          actions: { type: 'decide', params: ({ event: { milliseconds } }) => ({ type: 'rested', milliseconds }) },
        },
        'records.settled': [
          {
            guard: { type: 'hasProblem', params: ({ event: { problem } }) => problem },
            target: 'ended',
            actions: {
              type: 'decide',
              params: ({ event: { problem }, context }) => (problem ? { type: 'failed', problem } : context.outcome),
            },
          },
          { target: 'ended' },
        ],
      },
    },
    /** What is in flight ends and is written, then the run is released. */
    draining: {},
    /** The same, then the run continues after its rate limit. */
    resting: {},
    /** The newest refusal counts. */
    refused: {},
    /** The first error counts. */
    broken: { on: { 'worker.failed': ignored, 'destination.refused': ignored } },
    leaseLost: { on: { 'lease.lost': ignored, 'worker.failed': ignored, 'destination.refused': ignored } },
    ended: { type: 'final' },
  },
})
