import type { ForecastItem, Trend } from '#contract/analytics/analytics.ts'

/** A range that is wider than this many times the value says nothing about it. */
const widest = 2

/** What can be said of the periods to come: nothing where one of the ranges is too wide to be of use. */
export function forecastOf({ forecast }: Pick<Trend, 'forecast'>): {
  readonly items: readonly ForecastItem[]
  readonly isTooWide: boolean
} {
  const isTooWide = forecast.some(({ predictedValue, low, high }) => high - low > widest * predictedValue)
  return { items: isTooWide ? [] : forecast, isTooWide }
}
