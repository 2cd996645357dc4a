/** One pass of a connector over its source. `decisions.md` section 4. A new owner after a crash is no move: the run is still running. */
import { setup } from 'xstate'

export const runStates = ['queued', 'running', 'paused', 'succeeded', 'failed', 'cancelled'] as const
export type RunState = (typeof runStates)[number]

/** A run in one of these may still move records. */
export const openRunStates = ['queued', 'running', 'paused'] as const satisfies readonly RunState[]

export type RunMove =
  | { readonly type: 'engine.claimed' }
  | { readonly type: 'engine.finished' }
  | { readonly type: 'engine.failed' }
  | { readonly type: 'user.paused' }
  | { readonly type: 'user.resumed' }
  | { readonly type: 'user.cancelled' }

export const runLifecycle = setup({ types: { events: {} as RunMove } }).createMachine({
  id: 'runStatus',
  initial: 'queued',
  states: {
    queued: { on: { 'engine.claimed': 'running', 'user.paused': 'paused', 'user.cancelled': 'cancelled' } },
    running: {
      on: {
        'engine.finished': 'succeeded',
        'engine.failed': 'failed',
        'user.paused': 'paused',
        'user.cancelled': 'cancelled',
      },
    },
    paused: { on: { 'user.resumed': 'queued', 'user.cancelled': 'cancelled' } },
    succeeded: { type: 'final' },
    failed: { type: 'final' },
    cancelled: { type: 'final' },
  },
})
