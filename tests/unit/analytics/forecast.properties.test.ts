/** What holds of every forecast, whatever was counted. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { intervals } from '#contract/analytics/analytics.ts'
import { bandAt, forecast, historyMin } from '#server/features/analytics/forecast/forecast.ts'

const interval = fc.constantFrom(...intervals)
const counts = (count: fc.Arbitrary<number>) => fc.array(count, { minLength: historyMin + 1, maxLength: 130 })
/** As connectors count: seldom, in two hundreds a day, in outliers, in billions. */
const history = fc.oneof(
  counts(fc.nat({ max: 3 })),
  counts(fc.nat({ max: 2_000 })),
  counts(fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 50 }) })),
  counts(
    fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 90, max: 110 }) }, { weight: 1, arbitrary: fc.constant(1_000_000) }),
  ),
  counts(fc.integer({ min: 0, max: 1_000_000_000_000 })),
)

describe('a forecast of any counts', () => {
  it('lies within its range, and neither is below 0 or without end', () => {
    fc.assert(
      fc.property(history, interval, (given, by) => {
        const narrow = bandAt([...given, 0], { interval: by, coverage: 0.2 }).expected
        for (const { predictedValue, low, high } of [...forecast(given, by).forecast, ...(narrow === null ? [] : [narrow])]) {
          expect(low).toBeGreaterThanOrEqual(0)
          expect(predictedValue).toBeGreaterThanOrEqual(low)
          expect(high).toBeGreaterThanOrEqual(predictedValue)
          expect(Number.isFinite(high)).toBe(true)
        }
      }),
    )
  })

  it('is of three periods and has a trend, or has neither and says that data are missing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 40 }), { maxLength: 60 }), interval, (given, by) => {
        const told = forecast(given, by)
        const isShort = told.note.startsWith('Not enough data to forecast yet. ')
        expect([told.forecast.length, told.trend === null]).toEqual(isShort ? [0, true] : [3, false])
      }),
    )
  })

  it('is the same each time', () => {
    fc.assert(
      fc.property(history, interval, (given, by) => {
        expect(forecast([...given], by)).toEqual(forecast(given, by))
      }),
    )
  })

  it('grows with the unit of the counts', () => {
    fc.assert(
      fc.property(history, interval, fc.constantFrom(4, 1_024, 0.25), (given, by, unit) => {
        const plain = forecast(given, by)
        const scaled = forecast(
          given.map((count) => count * unit),
          by,
        )
        expect(scaled.trend).toBe(plain.trend)
        for (const [at, item] of plain.forecast.entries()) {
          for (const key of ['predictedValue', 'low', 'high'] as const) {
            const expected = item[key] * unit
            expect(Math.abs((scaled.forecast[at]?.[key] ?? Number.NaN) - expected)).toBeLessThanOrEqual(
              1e-6 * Math.max(...given) * unit,
            )
          }
        }
      }),
    )
  })

  it('knows nothing of the period that it is compared with', () => {
    fc.assert(
      fc.property(history, interval, fc.nat({ max: 5_000 }), (given, by, newest) => {
        expect(bandAt([...given, newest], { interval: by })).toEqual(bandAt([...given, 0], { interval: by }))
        expect(bandAt([...given, newest], { interval: by }).expected).toEqual(forecast(given, by).forecast[0] ?? null)
      }),
    )
  })

  it('has a wider range where more cases shall lie in it', () => {
    fc.assert(
      fc.property(history, interval, (given, by) => {
        const [half, most] = [0.5, 0.8].map((coverage) => bandAt([...given, 0], { interval: by, coverage }).expected)
        if (half === null || half === undefined || most === null || most === undefined) return
        expect(most.low).toBeLessThanOrEqual(half.low)
        expect(most.high).toBeGreaterThanOrEqual(half.high)
      }),
    )
  })
})
