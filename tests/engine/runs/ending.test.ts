import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { problem } from '#contract/kit/problem.ts'
import { retryStatus, waitBefore } from '#server/engine/deliver/backoff.ts'
import { retryAfter } from '#server/engine/kinds/http/response/answer.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { endingOf } from '#server/engine/runs/run-ending.ts'

const count = fc.nat(1_000)

describe('the end of a run', () => {
  it('is a success only when the sum holds and something arrived, or there was nothing', () => {
    fc.assert(
      fc.property(
        count,
        count,
        count,
        count,
        fc.nat(1),
        fc.integer({ min: -1, max: 1 }),
        count,
        count,
        (delivered, skipped, failed, pending, unknown, lie, unchanged, leftOut) => {
          const read = delivered + skipped + failed + unknown + unchanged + leftOut + lie
          const { move, error } = endingOf(read, { delivered, failed, skipped, unknown, pending, unchanged, leftOut }, null)
          const holds = lie === 0 && pending === 0
          if (!holds) expect(error?.code).toBe('run/sum-mismatch')
          else if (unknown > 0) expect(error?.code).toBe('run/outcome-unknown')
          expect(move === 'engine.finished').toBe(error === null)
          if (move === 'engine.finished') expect(holds && (delivered > 0 || failed === 0)).toBe(true)
        },
      ),
    )
  })

  it('says what happened', () => {
    const sums = { delivered: 0, failed: 0, skipped: 0, unknown: 0, pending: 0, unchanged: 0, leftOut: 0 }
    expect(endingOf(0, sums, null).reason).toBe('The source returned no new records.')
    expect(endingOf(1, { ...sums, delivered: 1 }, 'And more.').reason).toBe('1 record delivered. And more.')
    expect(endingOf(2, { ...sums, skipped: 2 }, null).reason).toBe('Nothing delivered, because all 2 records were skipped.')
    expect(endingOf(2, { ...sums, leftOut: 2 }, null).reason).toBe(
      'The filter left out all 2 records, so nothing was delivered. If you expected records, check the filter.',
    )
    expect(endingOf(5, { ...sums, leftOut: 3, skipped: 2 }, null).reason).toBe(
      'Nothing delivered. 5 records read, 3 left out, 2 skipped.',
    )
    expect(endingOf(5, { ...sums, delivered: 3, leftOut: 2 }, null).reason).toBe('3 records delivered, 2 left out.')
    expect(endingOf(1, { ...sums, skipped: 1 }, null).reason).toBe('Nothing delivered, because the only record was skipped.')
    expect(endingOf(3, { ...sums, delivered: 1, failed: 2 }, null).reason).toBe(
      '1 record delivered, 2 failed. Open a record to see why.',
    )
    expect(endingOf(4_000, { ...sums, delivered: 3_000, skipped: 1_000 }, null).reason).toBe(
      '3,000 records delivered, 1,000 skipped.',
    )
    expect(endingOf(2, { ...sums, failed: 2 }, null).error?.code).toBe('run/nothing-delivered')
  })
})

describe('retries', () => {
  it('wait longer each time, never beyond the cap, and as long as was asked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (retry, chance) => {
        const wait = waitBefore(retry, engineLimits, undefined, chance)
        expect(wait).toBeGreaterThanOrEqual(500)
        expect(wait).toBeLessThanOrEqual(20_000)
      }),
    )
    expect([1, 2, 3, 4, 5, 6].map((retry) => waitBefore(retry, engineLimits, undefined, 1))).toEqual(
      [1, 2, 4, 8, 16, 20].map((s) => s * 1_000),
    )
    expect(waitBefore(1, engineLimits, 90_000, 0.5)).toBe(90_000)
    expect(waitBefore(1, engineLimits, 0, 1)).toBe(1_000)
  })

  it('say after what pause, and why', () => {
    const why = problem('destination/failing', { retryAfter: 90_000 })
    expect(retryStatus('destination', why, 3, 5, 90_000)).toEqual({
      reason: why.message,
      next: 'Retry 3 of 5 after 90 s, as the destination requested.',
    })
    const own = problem('source/failing')
    expect(retryStatus('source', own, 1, 5, 1_234).next).toBe('Retry 1 of 5 after 1.2 s.')
    expect(retryStatus('source', own, 1, 5, 7).next).toBe('Retry 1 of 5 after 0.1 s.')
  })

  it.each([
    ['90', 90_000],
    ['0', 0],
    ['1000000000', 3_600_000],
    ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2036 10:00:00 GMT', 3_600_000],
    ['Thu, 19 Nov 2026 10:00:00 GMT', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['', undefined],
    [undefined, undefined],
  ])('read Retry-After %j as %j ms', (header, ms) => {
    expect(retryAfter(header, Date.parse('2026-11-20T10:00:00Z'))).toBe(ms)
  })
})
