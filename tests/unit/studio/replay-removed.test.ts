/** What is said of a replay whose records were removed by retention between its plan and its end. */
import { expect, it } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import { type Tally, toReplay } from '#server/features/studio/replay/replay-presenter.ts'
import type { ReplayRow } from '#server/records/replay/replays.repository.ts'

const row = {
  ...{ id: 'r', connector_id: 'c', company_id: 'k', version: 1, source: 'live', delay_ms: 0, from_at: null, to_at: null },
  ...{ created_at: new Date(), discarded_at: null, found: 4, include: null, run_id: 'run', counts: {} },
} as unknown as ReplayRow
const nothing = { new: 0, neverArrived: 0, skipped: 0, unknown: 0, arrived: 0, pending: 0, notKept: 0, noDestination: 0 }
const tally = (plan: object, chosen = 0): Tally => ({ plan: { ...nothing, ...plan }, chosen, isRemoved: false, failsAgain: 0 })
const run = (recordsRead: number) =>
  ({
    ...{ status: 'succeeded', statusReason: 'All records were sent.', statusNext: 'The run has ended.', error: null },
    ...{ recordsRead, recordsDelivered: recordsRead, recordsFailed: 0, recordsSkipped: 0, recordsUnknown: 0 },
    ...{ startedAt: '2026-11-28T10:00:00.000Z', endedAt: '2026-11-28T10:00:01.000Z' },
  }) as unknown as Run

it('one that moved nothing because its records were removed has failed', () => {
  expect(toReplay(row, tally({ notKept: 4 }), run(0), { live: 1, plannedBy: null })).toMatchObject({
    state: 'failed',
    stateReason: 'Retention removed the records of this plan.',
    stateNext: 'This plan can no longer be sent. Discard it and plan again.',
    error: { code: 'replay/records-removed' },
  })
})

it('one that sent a part says how many were removed', () => {
  expect(toReplay(row, tally({ neverArrived: 3, notKept: 1 }, 3), run(3), { live: 1, plannedBy: null })).toMatchObject({
    state: 'completed',
    stateReason: 'All records were sent. Retention removed 1 record of this plan.',
    error: null,
  })
})

it('one whose records arrived by another way meanwhile is complete', () => {
  expect(toReplay(row, tally({ arrived: 4 }), run(0), { live: 1, plannedBy: null })).toMatchObject({
    state: 'completed',
    stateReason: 'All records were sent.',
  })
})

it('a plan that lost a part says how many, and may be started', () => {
  const waiting = { ...row, run_id: null } as ReplayRow
  expect(toReplay(waiting, tally({ neverArrived: 2, notKept: 2 }), null, { live: 1, plannedBy: null })).toMatchObject({
    state: 'planned',
    isStartable: true,
    stateReason: 'Nothing has been sent yet. Retention removed 2 records of this plan.',
  })
})
