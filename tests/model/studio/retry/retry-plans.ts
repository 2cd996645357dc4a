/** Plans of a retry as a server shows them. */
import type { Replay, ReplayDryRun, ReplayLine } from '#contract/studio/replay.ts'
import type { RetryPlan } from '#src/machines/studio/retry/selection.ts'
import { readings, triedPlan } from '../replay/replays.ts'

export const chosen = { transactionIds: ['t1', 't2'] }
export const asks = { connectorId: 'shop', replayId: 'r1' }

const at = '2026-11-20T09:58:00.000Z'
const line = (number: number, more: Partial<ReplayLine>): ReplayLine => ({
  ...{ number, recordKey: `K${number}`, recordName: `Person ${number}`, standing: 'never-arrived', outcome: 'planned' },
  ...{ decision: 'send', original: `t${number}`, transactionId: null, details: null, error: null },
  why: { reason: 'changed', field: 'phone', value: '+49 176', at: null },
  ...more,
})
export const sent = line(1, {})
export const unclear = line(2, {
  ...{ standing: 'unknown', decision: 'ask-first' },
  why: { reason: 'no-answer', field: null, value: null, at },
})
export const failing = line(3, {
  decision: 'would-fail',
  why: { reason: 'unchanged', field: 'phone', value: 'country', at },
})
/** It cannot be selected. */
export const pending = line(5, {
  ...{ standing: 'pending', decision: 'left-out' },
  why: { reason: 'pending', field: null, value: null, at: null },
})

const planOf = (lines: readonly ReplayLine[], replay: Replay): RetryPlan => {
  const of = (decision: ReplayLine['decision']) => lines.filter((it) => it.decision === decision).length
  const items = (isSent: boolean) => lines.filter(({ decision }) => (decision === 'send') === isSent)
  const listed = (isSent: boolean) => ({ items: items(isSent), total: items(isSent).length })
  return {
    replay: {
      ...replay,
      ...{ decisions: { send: of('send'), askFirst: of('ask-first'), wouldFail: of('would-fail'), leftOut: of('left-out') } },
    },
    sent: listed(true),
    exceptions: listed(false),
  }
}

const few = [sent, pending]
/** More of them would fail than are listed. */
const ofFailing = (replay: Replay): RetryPlan => {
  const plan = planOf([failing], replay)
  return {
    ...plan,
    replay: { ...plan.replay, decisions: { ...plan.replay.decisions, wouldFail: 2 } },
    exceptions: { ...plan.exceptions, total: 2 },
  }
}
const { planned, old, sending, completed, stopped, discarded } = readings

export const plans = {
  planned: planOf(few, planned.replay),
  allFail: ofFailing(planned.replay),
  mixed: planOf([sent, unclear, failing, pending], planned.replay),
  stale: planOf(few, { ...old.replay, liveVersion: 5 }),
  sending: planOf(few, sending.replay),
} as const satisfies Readonly<Record<string, RetryPlan>>

export const replays = {
  sending: sending.replay,
  completed: completed.replay,
  stopped: stopped.replay,
  discarded: discarded.replay,
} as const

export const tried: ReplayDryRun = {
  ...triedPlan,
  made: [
    { number: 1, decision: 'would-fail', why: { reason: 'not-made', field: null, value: 'Phone must be a text.', at: null } },
  ],
}
