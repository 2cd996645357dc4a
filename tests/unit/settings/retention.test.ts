/** Badges of retention periods, and the chart of a removal held against a table written by hand. */
import { expect, it } from 'vitest'
import { moved } from '#contract/kit/lifecycle.ts'
import { retentionReportLifecycle, retentionReportStates } from '#contract/settings/retention/retention-report.lifecycle.ts'
import { retentionRequestLifecycle, retentionRequestStates } from '#contract/settings/retention/retention-request.lifecycle.ts'
import { badgeOf } from '#src/machines/settings/retention-draft.ts'

it('names how long a period is', () => {
  const days = [-1, 7, 30, 60, 365, 730]
  expect(days.map(badgeOf)).toEqual(['Permanent', 'Short-term', 'Short-term', 'Medium-term', 'Medium-term', 'Long-term'])
})

it('a removal goes where the table says, and nowhere else', () => {
  const events = ['user.confirmed', 'job.done', 'job.failed'] as const
  const table = retentionReportStates.map((from) =>
    events.map((type) => moved(retentionReportLifecycle, from, { type }, undefined)),
  )
  expect(table).toEqual([
    ['removing', null, null],
    [null, 'done', 'failed'],
    [null, null, null],
    [null, null, null],
  ])
})

it('a request to delete somebody goes where the table says, and nowhere else', () => {
  const events = ['user.approved', 'user.refused', 'clock.expired', 'job.withdrew', 'job.done'] as const
  const table = retentionRequestStates.map((from) =>
    events.map((type) => moved(retentionRequestLifecycle, from, { type }, undefined)),
  )
  const nowhere = [null, null, null, null, null]
  expect(table).toEqual([
    ['approved', 'refused', 'expired', 'withdrawn', null],
    [null, null, null, 'withdrawn', 'done'],
    ...[nowhere, nowhere, nowhere, nowhere],
  ])
})
