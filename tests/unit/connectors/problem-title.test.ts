import { expect, it } from 'vitest'

import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { quoteOf, titleOf } from '#src/views/connectors/problems/problem-title.ts'

it('gives a sentence without a subject its field, and quotes in single quotes', () => {
  const group = (message: string) =>
    ({
      ...{ id: 'a', field: 'person.phoneNumber', isMixed: false, failed: 3, unknown: 0 },
      example: { message: 'The destination returned 422.', answer: JSON.stringify({ message }) },
    }) as ProblemGroup
  const noun = { one: 'order', other: 'orders' }
  expect(titleOf(group('must start with a country code'), noun)).toBe('Phone number must start with a country code')
  expect(titleOf(group('"8004" is not valid for Germany'), noun)).toBe('Phone number … is not valid for Germany')
  expect(quoteOf(group('"8004" is not valid for Germany'))).toBe("For example: “'8004' is not valid for Germany”")
})
