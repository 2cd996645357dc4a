/** Whether a series is told to rise or fall. */
import { describe, expect, it } from 'vitest'

import { seasonsWithin } from '#server/features/analytics/forecast/seasons.ts'
import { trendOf } from '#server/features/analytics/forecast/trend.ts'
import { noise, series, week } from './forecast-series.ts'

const trendOfDays = (counts: readonly number[]) => trendOf(Float64Array.from(counts), seasonsWithin('day', counts.length))

describe('the trend', () => {
  it('is found under noise and a week, and not made of a few outliers', () => {
    const random = noise(3)
    const noisy = (growth: number) =>
      series(180, (at) => Math.round((week[at % 7] ?? 0) * (1 + growth * (at / 180) + 0.1 * random())))
    expect(trendOfDays(noisy(0.5))).toBe('increasing')
    expect(trendOfDays(noisy(-0.5))).toBe('decreasing')
    expect(trendOfDays(noisy(0))).toBe('stable')
    expect(trendOfDays(noisy(0).with(170, 50_000).with(175, 70_000))).toBe('stable')
  })

  it('is that of most pairs, whatever the first and the last value are', () => {
    expect(trendOf(Float64Array.from(series(40, (at) => 100 + at).with(39, 0)), [])).toBe('increasing')
    expect(trendOf(Float64Array.from(series(40, (at) => 100 - at).with(39, 900)), [])).toBe('decreasing')
  })

  it('is none where a change is sure but small', () => {
    expect(trendOfDays(series(100, (at) => 10_000 + at))).toBe('stable')
    expect(trendOfDays(series(100, (at) => 10_000 + 10 * at))).toBe('increasing')
  })

  it('is none of noise, nor of noise that lasts, in most of many cases', () => {
    const found = (carried: number) =>
      series(40, (seed) => {
        const random = noise(seed + 1)
        let state = 0
        const counts = series(120, () => {
          state = carried * state + random()
          return 500 + 100 * state
        })
        return trendOf(Float64Array.from(counts), []) === 'stable' ? 0 : 1
      }).reduce((sum, each) => sum + each, 0)
    expect(found(0)).toBeLessThanOrEqual(4)
    expect(found(0.8)).toBeLessThanOrEqual(10)
  })

  it('is not that of the season, where the history begins low in it and ends high, or the other way round', () => {
    const risen = (season: number, growth: number) =>
      trendOf(
        Float64Array.from(series(30, (at) => 1_000 + season * Math.cos((at * Math.PI) / 6) + growth * at)),
        seasonsWithin('month', 30),
      )
    expect(risen(-800, 0)).toBe('stable')
    expect(risen(800, 6)).toBe('increasing')
    expect(risen(-800, -6)).toBe('decreasing')
  })
})
