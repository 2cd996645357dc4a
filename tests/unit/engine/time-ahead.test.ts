import { expect, it } from 'vitest'

import { isNumberAhead } from '#server/engine/kit/time-ahead.ts'

const now = Date.parse('2026-11-25T19:00:00Z')
const seconds = now / 1_000

it.each([
  ['a time of tomorrow, in seconds', seconds + 86_400, 'updated_at', seconds, true],
  ['a time of tomorrow, in milliseconds', now + 86_400_000, 'updatedAt', null, true],
  ['a time of an hour ago', seconds - 3_600, 'updated_at', seconds, false],
  ['a time that is written as a number', 20_261_125_191_500, 'changed_ts', null, false],
  ['the same with milliseconds', 20_261_125_191_500_120, 'changed_ts', null, false],
  ['the id of a thing whose name holds "date"', 9_000_000_000, 'candidate_id', null, false],
  ['the id of an update', 9_000_000_000, 'updateId', null, false],
  ['a number among others that lie ahead too', 9_000_000_001, 'modified', 9_000_000_000, false],
] as const)('%s', (_, value, name, reference, isAhead) => {
  expect(isNumberAhead(value, name, reference, now)).toBe(isAhead)
})
