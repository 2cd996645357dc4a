/** What a destination refused records for, and so what can help. */
import { expect, it } from 'vitest'

import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { isMappingHelpful, refusalOf } from '#src/views/connectors/problems/problem-title.ts'

const refused = (answerStatus: number, message: string): ProblemGroup => ({
  ...{ id: 'a'.repeat(32), state: 'open', code: 'destination/refused', message: 'Refused.', answerStatus, failed: 2, unknown: 0 },
  ...{ isMixed: false, field: 'email', records: 2, openRecords: 2, arrived: 0, arrivedAt: null, replayId: null },
  ...{ arrivedRun: null, arrivedRuns: 0, firstAt: '2026-11-20T10:00:00.000Z', lastAt: '2026-11-20T10:00:00.000Z' },
  example: {
    ...{ transactionId: 't1', recordKey: '7', message: 'The destination returned an error.' },
    answer: JSON.stringify({ errors: [{ field: 'email', message }] }),
  },
})

it('takes a conflict for a duplicate, whatever its reason says', () => {
  const conflict = refused(409, 'email a@x.test is contact 7')
  expect(refusalOf(conflict)).toBe('duplicate')
  expect(isMappingHelpful(conflict)).toBe(false)
})

it('keeps what the reason says of other refusals', () => {
  expect(refusalOf(refused(422, 'email a@x.test is contact 7'))).toBe('value')
  expect(refusalOf(refused(422, 'Another contact already uses this email.'))).toBe('duplicate')
  expect(refusalOf(refused(409, 'The contact is archived.'))).toBe('blocked')
})
