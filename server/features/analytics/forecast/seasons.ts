/** After how many periods a series may repeat itself. */
import type { Interval } from '#contract/analytics/analytics.ts'

/** Shortest first: an hour and a day of minutes, a day and a week of hours, a week of days, a year of weeks and of months. */
const seasonsOf: Readonly<Record<Interval, readonly number[]>> = {
  minute: [60, 1_440],
  hour: [24, 168],
  day: [7],
  week: [52],
  month: [12],
}

/** Cycles of a season that must lie in the history (one tells its shape, the others whether it holds), and periods after the first cycle. */
const cyclesMin = 2.5
const periodsAfterFirst = 16

/** The seasons that a history of this many periods can show. */
export const seasonsWithin = (interval: Interval, periods: number): readonly number[] =>
  seasonsOf[interval].filter((season) => periods >= Math.max(season * cyclesMin, season + periodsAfterFirst))
