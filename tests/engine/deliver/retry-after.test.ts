/** How long a Retry-After makes us wait. `faults.md` F10. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { retryAfter, retryAfterInstant } from '#server/engine/kinds/http/response/answer.ts'

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 20, 12, 0, 0)
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['3600', 3_600_000],
    ['3601', 3_600_000],
    ['1000000000', 3_600_000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Friday, 20-Nov-26 12:00:30 GMT', 30_000],
    ['Fri Nov 20 12:00:30 2026', 30_000],
    ['Fri, 20 Nov 2026 14:00:00 GMT', 3_600_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', undefined],
    ...['-1', '1.5', '1e9', '0x10', '', 'soon', '2026-11-20T12:00:30Z', '30, 60', 'Fri, 20 Nov 2026', '99999999999999999'].map(
      (text) => [text, undefined] as const,
    ),
    [undefined, undefined],
  ] as const)('%j: %j', (header, wanted) => {
    expect(retryAfter(header, now)).toBe(wanted)
  })

  it('is never more than an hour, never negative, and never throws', () => {
    const numbers = fc.oneof(
      fc.integer().map(String),
      fc.nat().map(String),
      fc.string(),
      fc.date({ noInvalidDate: true }).map((it) => it.toUTCString()),
    )
    fc.assert(
      fc.property(numbers, (header) => {
        const wait = retryAfter(header, now)
        if (wait !== undefined) expect(wait >= 0 && wait <= 3_600_000).toBe(true)
        const isLonger = retryAfterInstant(header, now) !== ''
        if (isLonger) expect(wait).toBe(3_600_000)
      }),
      { numRuns: 1_000 },
    )
  })

  it('reads every date that it could have been sent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_600 }), (seconds) => {
        expect(retryAfter(new Date(now + seconds * 1_000).toUTCString(), now)).toBe(seconds * 1_000)
      }),
    )
  })
})
