/**
 * A replay's way from the plan to its end. From the start on it stands where its run stands; the server never moves one without the other.
 * `decisions.md` section 1.
 */
import { setup } from 'xstate'

export const replayStates = [
  'planned',
  'queued',
  'sending',
  'processing',
  'paused',
  'completed',
  'failed',
  'stopped',
  'discarded',
] as const
export type ReplayState = (typeof replayStates)[number]

/** Sending: not every record is made yet. Processing: all are made, and some wait for the destination's answer. */
export type ReplayMove =
  | { readonly type: 'user.started' }
  | { readonly type: 'user.stopped' }
  | { readonly type: 'connector.paused' }
  | { readonly type: 'connector.resumed' }
  | { readonly type: 'engine.claimed' }
  | { readonly type: 'engine.madeAll' }
  | { readonly type: 'engine.finished' }
  | { readonly type: 'engine.failed' }

/** The step of the four that people are shown; 0 where it came to no end of its own. */
export const replaySteps = {
  planned: 1,
  queued: 1,
  sending: 2,
  processing: 3,
  paused: 2,
  completed: 4,
  failed: 0,
  stopped: 0,
  discarded: 0,
} as const satisfies Record<ReplayState, 0 | 1 | 2 | 3 | 4>

/** A replay in one of these may still send. */
export const openReplayStates = ['queued', 'sending', 'processing', 'paused'] as const satisfies readonly ReplayState[]

const stopped = { 'user.stopped': 'stopped', 'connector.paused': 'paused', 'engine.failed': 'failed' } as const

export const replayLifecycle = setup({ types: { events: {} as ReplayMove } }).createMachine({
  id: 'replayStatus',
  initial: 'planned',
  states: {
    planned: { on: { 'user.started': 'queued', 'user.stopped': 'discarded' } },
    queued: { on: { 'engine.claimed': 'sending', 'connector.paused': 'paused', 'user.stopped': 'stopped' } },
    sending: { on: { 'engine.madeAll': 'processing', ...stopped } },
    processing: { on: { 'engine.finished': 'completed', ...stopped } },
    paused: { on: { 'connector.resumed': 'queued', 'user.stopped': 'stopped' } },
    completed: { type: 'final' },
    failed: { type: 'final' },
    stopped: { type: 'final' },
    discarded: { type: 'final' },
  },
})
