/** Replays as a server tells them. */
import { problem } from '#contract/kit/problem.ts'
import type { Replay, ReplayDryRun } from '#contract/studio/replay.ts'
import type { ReplayReading } from '#src/machines/studio/replay/replay-progress.machine.ts'
import type { ReplayChosen } from '#src/machines/studio/retry/retry.machine.ts'

export const example = { id: 7, name: 'Ada' }
export const filledStock = { transactions: 3, examples: [example] }
export const emptyStock = { transactions: 0, examples: [] }
export const chosenByCause: ReplayChosen = {
  problem: '0123456789abcdef0123456789abcdef',
  from: '2026-11-20T09:00:00.000Z',
  to: '2026-11-20T10:00:00.000Z',
}

export const asks = { connectorId: 'shop', replayId: 'r1' }
const noSums = { chosen: 0, delivered: 0, failed: 0, skipped: 0, leftOut: 0, unknown: 0, waiting: 0, notSent: 0 }

const nothing = { new: 0, neverArrived: 0, skipped: 0, unknown: 0, arrived: 0, pending: 0, notKept: 0, noDestination: 0 }

const planned: Replay = {
  ...asks,
  version: 4,
  liveVersion: 4,
  source: 'live',
  delay: 0,
  startDate: null,
  endDate: null,
  state: 'planned',
  stateReason: 'The plan is ready.',
  stateNext: 'It waits for somebody to start it.',
  step: 1,
  isStartable: true,
  plannedAt: '2026-11-20T10:00:00.000Z',
  startedAt: null,
  endedAt: null,
  found: 12,
  plan: { ...nothing, neverArrived: 2, arrived: 3, pending: 1, notKept: 1 },
  failsAgain: 2,
  decisions: { send: 0, askFirst: 0, wouldFail: 2, leftOut: 5 },
  plannedBy: 'Ann Lee',
  include: null,
  runId: null,
  sums: noSums,
  result: null,
  error: null,
}

const started: Replay = {
  ...planned,
  isStartable: false,
  state: 'sending',
  stateReason: 'Records are sent.',
  stateNext: 'The rest follows.',
  step: 2,
  startedAt: '2026-11-20T10:01:00.000Z',
  include: { arrived: false, unknown: false, skipped: false },
  runId: 'run1',
  sums: { ...noSums, chosen: 2, delivered: 1, waiting: 1 },
}

const ended: Replay = { ...started, endedAt: '2026-11-20T10:01:04.000Z', stateNext: '' }

const read = (replay: Replay): ReplayReading => ({ replay, readAt: '2026-11-20T10:01:05.000Z' })

export const readings = {
  planned: read(planned),
  /** Nothing of it is sent unless somebody chooses it. */
  arrived: read({ ...planned, plan: { ...planned.plan, neverArrived: 0 } }),
  /** Somebody wrote three records and asked for two. */
  own: read({ ...planned, source: 'custom', found: 3, plan: { ...nothing, new: 2 } }),
  /** Of more than a day ago. */
  old: read({ ...planned, isStartable: false, stateReason: 'This plan is more than a day old.', stateNext: 'Plan it again.' }),
  discarded: read({
    ...planned,
    isStartable: false,
    state: 'discarded',
    stateReason: 'This plan was discarded before it started.',
    stateNext: '',
    step: 0,
    endedAt: '2026-11-20T10:02:00.000Z',
  }),
  sending: read(started),
  processing: read({ ...started, state: 'processing', stateReason: 'Everything is sent.', step: 3 }),
  completed: read({
    ...ended,
    state: 'completed',
    stateReason: 'Every record arrived.',
    step: 4,
    sums: { ...noSums, chosen: 2, delivered: 2 },
    result: { processed: 2, successRate: 100, timeTaken: 4_000, failures: 0 },
  }),
  failed: read({
    ...ended,
    state: 'failed',
    stateReason: 'The destination refused everything.',
    step: 0,
    sums: { ...noSums, chosen: 2, failed: 2 },
    result: { processed: 2, successRate: 0, timeTaken: 4_000, failures: 2 },
    error: problem('run/nothing-delivered'),
  }),
  stopped: read({
    ...ended,
    state: 'stopped',
    stateReason: 'Somebody stopped it.',
    step: 0,
    sums: { ...noSums, chosen: 2, delivered: 1, notSent: 1 },
    result: { processed: 1, successRate: 100, timeTaken: 4_000, failures: 0 },
  }),
} as const satisfies Readonly<Record<string, ReplayReading>>

export const triedPlan: ReplayDryRun = {
  records: [{ key: '7', record: example, outcome: 'mapped', output: { number: 7 }, problem: null }],
  deliveries: [{ method: 'POST', to: 'https://crm.example.test/orders', headers: {}, body: '{"number":7}', records: 1 }],
  made: [],
  exchanges: [],
  message: '1 record would be sent; nothing was sent.',
  problem: null,
}
