/** How numbered pages are divided into ranges: sizes alone. What a run makes of them is in `page-parts.test.ts`. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { rangeSizes } from '#server/engine/kinds/http/paging/page-ranges.ts'

describe('the ranges of a list', () => {
  it.each([
    [0, 100, 8, null],
    [199, 50, 8, null],
    [1_000, 1_000, 8, null],
    [1_000, 50, 4, { ranges: 4, pages: 5 }],
    [1_000, 100, 8, { ranges: 5, pages: 2 }],
    [250, 50, 8, { ranges: 2, pages: 3 }],
  ])('of %i records on pages of %i, %i wanted', (total, full, wanted, sizes) => {
    expect(rangeSizes(total, full, wanted)).toEqual(sizes)
  })

  it('hold all pages, none of them empty', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 8 }),
        (total, full, wanted) => {
          const sizes = rangeSizes(total, full, wanted)
          if (sizes === null) return
          expect(sizes.ranges).toBeLessThanOrEqual(wanted)
          const last = total - (sizes.ranges - 1) * sizes.pages * full
          expect(last).toBeGreaterThan(0)
          expect(last).toBeLessThanOrEqual(sizes.pages * full)
        },
      ),
    )
  })
})
