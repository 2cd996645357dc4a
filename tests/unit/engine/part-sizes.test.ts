/** How a table is divided: sizes and bounds, without a database. What a database makes of the bounds is in `database-resume.test.ts`. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { partSizes, partsBetween } from '#server/engine/kinds/database/splitting.ts'

describe('the parts of a table', () => {
  it.each([
    [0, 8],
    [1, 8],
    [199, 8],
    [100_000, 1],
  ])('are one for %i rows of %i wanted', (rows, wanted) => {
    expect(partSizes(rows, wanted)).toBeNull()
  })

  it.each([
    [200, 8, { parts: 2, size: 100 }],
    [1_000, 4, { parts: 4, size: 250 }],
    [1_001, 4, { parts: 4, size: 251 }],
    [750, 8, { parts: 7, size: 108 }],
  ])('of %i rows, %i wanted', (rows, wanted, sizes) => {
    expect(partSizes(rows, wanted)).toEqual(sizes)
  })

  it('hold all rows, none of them empty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 8 }), (rows, wanted) => {
        const sizes = partSizes(rows, wanted)
        if (sizes === null) return
        expect(sizes.parts).toBeLessThanOrEqual(wanted)
        const last = rows - sizes.size * (sizes.parts - 1)
        expect(last).toBeGreaterThan(0)
        expect(last).toBeLessThanOrEqual(sizes.size)
      }),
    )
  })

  it('meet at their bounds, and are open at both ends', () => {
    const bounds = [
      { spot: ['-5'], text: '-5' },
      { spot: ['7'], text: '7' },
    ]
    const parts = partsBetween(bounds, { keys: ['id'], order: ['23'] })
    expect(parts).toEqual([
      { place: { keys: ['id'], order: ['23'], read: 0, until: ['-5'] }, begins: null, ends: '-5' },
      { place: { keys: ['id'], order: ['23'], read: 0, begins: ['-5'], until: ['7'] }, begins: '-5', ends: '7' },
      { place: { keys: ['id'], order: ['23'], read: 0, begins: ['7'] }, begins: '7', ends: null },
    ])
  })
})
