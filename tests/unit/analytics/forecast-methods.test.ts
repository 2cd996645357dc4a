/** The methods, reckoned by hand. */
import { describe, expect, it } from 'vitest'

import { foretell } from '#server/features/analytics/forecast/methods.ts'
import type { Smoothing } from '#server/features/analytics/forecast/smoothing.ts'

const plain: Smoothing = { seasons: [], level: 0.5, slope: 0, season: 0, damping: 1, carry: 0, isOfRoots: false }

function forecastOf(values: readonly number[], method: Parameters<typeof foretell>[2], start: number): number[] {
  const known = Float64Array.from(values)
  return Array.from(foretell(known, known.map(Math.sqrt), method, start))
}

describe('a method', () => {
  it('repeats a season ago, for each count of known values', () => {
    expect(forecastOf([1, 2, 3, 4, 5, 6], { repeats: 4 }, 4)).toEqual([1, 2, 3, 2, 3, 4, 3, 4, 5])
  })

  it('takes its share of each error into the level', () => {
    // 10; 10 + 0.5 · 10 = 15; 15 + 0.5 · (-5) = 12.5
    expect(forecastOf([10, 20, 10], plain, 1)).toEqual([10, 10, 10, 15, 15, 15, 12.5, 12.5, 12.5])
  })

  it('begins with the mean of the first values, where its share is less', () => {
    expect(forecastOf([10, 20, 30], { ...plain, level: 0.01 }, 3).map(Math.round)).toEqual([20, 20, 20])
  })

  it('expects a part of the last error again, less with each period', () => {
    // The level stays 15, the error is 5: 15 + 0.4 · 5, + 0.16 · 5, + 0.064 · 5.
    const [first, second, third] = forecastOf([10, 20], { ...plain, level: 0.5, carry: 0.4 }, 2)
    expect([first, second, third]).toEqual([19, 16.6, 15.64].map((value) => expect.closeTo(value, 9)))
  })

  it('goes on with a damped slope', () => {
    expect(forecastOf([10, 12], { ...plain, slope: 0.1, damping: 0.5 }, 2)).toEqual([13, 13.5, 13.75])
  })

  it('smooths roots, and tells counts', () => {
    expect(forecastOf([100, 400], { ...plain, isOfRoots: true }, 2)).toEqual([225, 225, 225])
  })

  it('adds what the phase of the season has more or less than the mean', () => {
    expect(forecastOf([10, 20, 60], { ...plain, seasons: [3] }, 3)).toEqual([10, 20, 60].map((value) => expect.closeTo(value, 9)))
  })

  it('adds two seasons, the longer one holding what the shorter does not', () => {
    const values = [10, 20, 14, 24]
    expect(forecastOf(values, { ...plain, seasons: [2, 4] }, 4)).toEqual([10, 20, 14].map((value) => expect.closeTo(value, 9)))
  })
})
