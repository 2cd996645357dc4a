/** Forecasts of series whose future is known. */
import { describe, expect, it } from 'vitest'

import { bandAt, forecast, historyMax, historyMin } from '#server/features/analytics/forecast/forecast.ts'
import { noise, series, week } from './forecast-series.ts'

const values = ({ forecast: items }: ReturnType<typeof forecast>) => items.map(({ predictedValue }) => predictedValue)

describe('a forecast', () => {
  it('goes on with what is constant, without doubt', () => {
    const told = forecast(Array(60).fill(500), 'hour')
    for (const { predictedValue, low, high } of told.forecast) {
      expect(predictedValue).toBeCloseTo(500, 3)
      expect(high - low).toBeLessThan(0.01)
    }
    expect(told.trend).toBe('stable')
  })

  it('goes on with a line', () => {
    const told = forecast(
      series(60, (at) => 100 + 7 * at),
      'day',
    )
    for (const [at, value] of values(told).entries()) expect(value).toBeCloseTo(100 + 7 * (60 + at), 0)
    expect(told.trend).toBe('increasing')
    expect(
      forecast(
        series(60, (at) => 1_000 - 7 * at),
        'day',
      ).trend,
    ).toBe('decreasing')
  })

  it('repeats a week of days, wherever in it the history ends', () => {
    for (const length of [70, 73, 75]) {
      const told = forecast(
        series(length, (at) => week[at % 7] ?? 0),
        'day',
      )
      for (const [at, value] of values(told).entries()) expect(value).toBeCloseTo(week[(length + at) % 7] ?? 0, 1)
      expect(told.trend).toBe('stable')
      expect(told.note).toContain('The pattern repeats every week')
    }
  })

  it('repeats the hour of minutes, the week of hours, and the year of weeks and months', () => {
    const shapes = [
      ['minute', 60, 300, 'every hour'],
      ['hour', 168, 672, 'every week'],
      ['week', 52, 208, 'every year'],
      ['month', 12, 60, 'every year'],
    ] as const
    for (const [interval, season, length, name] of shapes) {
      const count = (at: number) => 100 + (((at % season) * 37) % 53)
      const told = forecast(series(length, count), interval)
      for (const [at, value] of values(told).entries()) expect(value).toBeCloseTo(count(length + at), 1)
      expect(told.note).toContain(name)
    }
  })

  it('says that it saw no pattern where there is none', () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const random = noise(seed)
      const told = forecast(
        series(200, () => Math.round(500 + 100 * random())),
        'day',
      )
      expect(told.note).toContain('No repeating pattern was found')
      expect(told.trend).toBe('stable')
    }
  })

  it('sees a week under noise', () => {
    const random = noise(5)
    const told = forecast(
      series(200, (at) => Math.round((week[at % 7] ?? 0) + 300 * random() + 300)),
      'day',
    )
    expect(told.note).toContain('The pattern repeats every week')
  })

  it.each([
    ['a noisy week', (at: number, random: number) => Math.round((week[at % 7] ?? 0) * (1 + 0.2 * random))],
    ['days on which mostly nothing comes', (_: number, random: number) => Math.max(0, Math.round(1_000 * (random - 0.4)))],
  ])('has a range that holds about four of five cases of %s', { timeout: 20_000 }, (_, count) => {
    const random = noise(12)
    const all = series(700, (at) => count(at, random()))
    let [held, told] = [0, 0]
    for (let origin = 300; origin + 3 <= all.length; origin += 5) {
      for (const [at, { low, high }] of forecast(all.slice(0, origin), 'day').forecast.entries()) {
        const came = all[origin + at] ?? Number.NaN
        told += 1
        if (low <= came && came <= high) held += 1
      }
    }
    expect(held / told).toBeGreaterThan(0.75)
    expect(held / told).toBeLessThan(0.85)
  })

  it('is not led astray by one outlier', () => {
    const plain = series(140, (at) => week[at % 7] ?? 0)
    const struck = plain.with(137, 90_000)
    const expected = values(forecast(plain, 'day'))
    for (const [at, value] of values(forecast(struck, 'day')).entries()) {
      expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThan(0.2 * (expected[at] ?? 0))
    }
  })

  it('follows a level that has changed for good', () => {
    const told = forecast(
      series(120, (at) => (at < 90 ? 100 : 400)),
      'day',
    )
    for (const value of values(told)) expect(Math.abs(value - 400)).toBeLessThan(20)
  })

  it('goes no lower than nothing', () => {
    const told = forecast(
      series(60, (at) => 1_190 - 20 * at),
      'day',
    )
    for (const value of values(told)) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThan(1)
    }
  })

  it('follows a week without noise that begins to rise', () => {
    const count = (at: number) => (week[at % 7] ?? 0) + 10 * Math.max(0, at - 140)
    const told = forecast(series(200, count), 'day')
    // A week ago it was 70 less.
    for (const [at, value] of values(told).entries()) expect(Math.abs(value - count(200 + at))).toBeLessThan(30)
  })

  it('looks at the newest periods only', () => {
    const newest = series(historyMax.day, (at) => week[at % 7] ?? 0)
    expect(forecast([...Array(50).fill(9_999), ...newest], 'day')).toEqual(forecast(newest, 'day'))
  })
})

describe('too short a history', () => {
  it('is told with its figure, and nothing is foretold', () => {
    const told = forecast(Array(9).fill(4), 'hour')
    expect(told).toEqual({
      trend: null,
      forecast: [],
      note: `Not enough data to forecast yet. A forecast needs ${historyMin} hours. You have 9 hours of history.`,
    })
    expect(forecast([4], 'month').note).toBe(
      `Not enough data to forecast yet. A forecast needs ${historyMin} months. You have 1 month of history.`,
    )
    expect(forecast([], 'day').note).toBe(
      `Not enough data to forecast yet. A forecast needs ${historyMin} days. You have 0 days of history.`,
    )
  })

  it('begins with the first record', () => {
    const told = forecast([...Array(200).fill(0), 5, 7, 6], 'day')
    expect(told.note).toBe(
      `Not enough data to forecast yet. A forecast needs ${historyMin} days. You have 3 days since the first record.`,
    )
  })

  it('is not made before a first record: neither a trend nor a range of zeros', () => {
    const note = 'Not enough data to forecast yet. The 180 minutes before the current minute have no records.'
    expect(forecast(Array(180).fill(0), 'minute')).toEqual({ trend: null, forecast: [], note })
    expect(bandAt([...Array(180).fill(0), 12], { interval: 'minute' })).toEqual({ expected: null, note })
  })

  it('ends with the least that is needed', () => {
    expect(forecast(Array(historyMin - 1).fill(4), 'week').forecast).toHaveLength(0)
    expect(forecast(Array(historyMin).fill(4), 'week').forecast).toHaveLength(3)
  })

  it('shows no range that only more of it would show', () => {
    const random = noise(7)
    const history = series(400, () => Math.round(100 + 20 * random()))
    const { expected, note } = bandAt(history.slice(0, 40), { interval: 'day', coverage: 0.98 })
    expect(expected).toBeNull()
    expect(note).toBe('Not enough data to forecast yet. A range of 98% needs more than 39 days of history.')
    expect(bandAt(history, { interval: 'day', coverage: 0.98 }).expected).not.toBeNull()
  })
})
