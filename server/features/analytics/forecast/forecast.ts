/**
 * What a series of counts will be next, how surely, and whether it rises: see `docs/decisions/0015-forecast.md`. Pure: the same history always
 * gives the same answer, and counts in thousands are foretold as the same counts in ones are.
 */
import { forecastPeriods, type Interval } from '#contract/analytics/analytics.ts'
import { type BackTest, backTest } from './back-test.ts'
import { bandsOf, type Expected } from './band.ts'
import type { Method } from './methods.ts'
import { seasonsWithin } from './seasons.ts'
import { type Direction, trendOf } from './trend.ts'

/** Share of cases in which what comes lies in the range that is told. */
export const confidence = 0.8
/** Periods from the first record on, below which nothing is told. */
export const historyMin = 18
/** Periods that are worth giving; of more the oldest are left out. The long ones hold the longest season often enough. */
export const historyMax: Readonly<Record<Interval, number>> = { minute: 4_320, hour: 1_512, day: 730, week: 260, month: 120 }
/** Seasons are told as seen where the best method has them and weighs so many times as much as the best without any: its errors are 5% smaller. */
const seen = 1.5

export type Forecast = {
  /** Null where there is too little history. */
  readonly trend: Direction | null
  /** Of the next periods, the nearest first; none where there is too little history. */
  readonly forecast: readonly Expected[]
  readonly note: string
}

export type Band = { readonly expected: Expected | null; readonly note: string }

/**
 * The next periods.
 * @param history records in each complete period, none below 0, oldest first, those without records included.
 */
export function forecast(history: readonly number[], interval: Interval): Forecast {
  const { values, note } = openingOf(history, interval)
  if (values === null) return { trend: null, forecast: [], note }
  const seasons = seasonsWithin(interval, values.length)
  const test = backTest(values, seasons)
  const bands = bandsOf(values, test, seasons[0] ?? 1, confidence).filter((band) => band !== null)
  return {
    trend: trendOf(values, seasons),
    forecast: bands.slice(0, forecastPeriods),
    note: sentenceOf(values.length, interval, test),
  }
}

/**
 * Where the newest period of the history should lie, told from those before it only.
 * @param coverage share of cases in which it does, above 0 and below 1. The greater it is, the more history it takes: 0.98 takes some 200 periods.
 */
export function bandAt(
  history: readonly number[],
  { interval, coverage = confidence }: { readonly interval: Interval; readonly coverage?: number },
): Band {
  const { values, note } = openingOf(history.slice(0, -1), interval)
  if (values === null) return { expected: null, note }
  const seasons = seasonsWithin(interval, values.length)
  const test = backTest(values, seasons)
  const expected = bandsOf(values, test, seasons[0] ?? 1, coverage)[0] ?? null
  if (expected !== null) return { expected, note: sentenceOf(values.length, interval, test) }
  const periods = counted(values.length, interval)
  return {
    expected,
    note: `Not enough data to forecast yet. A range of ${percent(coverage)} needs more than ${periods} of history.`,
  }
}

/** What a forecast is made from: since the first record, for before it there was nothing to count. */
function openingOf(history: readonly number[], interval: Interval) {
  const newest = history.slice(-historyMax[interval])
  const first = newest.findIndex((count) => count > 0)
  if (first === -1 && newest.length >= historyMin)
    return {
      values: null,
      note: `Not enough data to forecast yet. The ${counted(newest.length, interval)} before the current ${interval} have no records.`,
    }
  const counts = first === -1 ? newest : newest.slice(first)
  if (counts.length >= historyMin) return { values: Float64Array.from(counts), note: '' }
  const what = first > 0 ? 'since the first record' : 'of history'
  const note = `Not enough data to forecast yet. A forecast needs ${counted(historyMin, interval)}. You have ${counted(counts.length, interval)} ${what}.`
  return { values: null, note }
}

const named: Readonly<Record<number, string>> = {
  7: 'week',
  12: 'year',
  24: 'day',
  52: 'year',
  60: 'hour',
  168: 'week',
  1440: 'day',
}

const seasonsOf = (method: Method) => ('repeats' in method ? [method.repeats] : method.seasons)

function sentenceOf(periods: number, interval: Interval, { shares }: BackTest): string {
  const [best, share] = shares[0] ?? [null, 0]
  const plain = shares.find(([method]) => seasonsOf(method).length === 0)?.[1] ?? 0
  const seasons = best !== null && share > seen * plain ? seasonsOf(best) : []
  const pattern = seasons.map((season) => named[season] ?? '').join(' and every ')
  const shape = pattern === '' ? 'No repeating pattern was found.' : `The pattern repeats every ${pattern}.`
  return `Forecast from ${counted(periods, interval)} of history by exponential smoothing. ${shape} The range comes from past forecast errors.`
}

const counted = (periods: number, interval: Interval) =>
  `${periods.toLocaleString('en')} ${periods === 1 ? interval : `${interval}s`}`

const percent = (share: number) => `${Math.round(share * 100)}%`
