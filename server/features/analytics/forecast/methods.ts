/** The methods that are tried on a series. */
import { horizons, type Smoothing, smooth, valuesBefore } from './smoothing.ts'

const plain = { seasons: [], level: 0.1, slope: 0, season: 0, damping: 1, carry: 0, isOfRoots: false } as const

const withoutSeason: readonly Smoothing[] = [
  { ...plain, level: 1 },
  { ...plain, level: 0.02 },
  { ...plain, level: 0.1 },
  { ...plain, level: 0.25 },
  { ...plain, level: 0.5 },
  { ...plain, level: 0.02, carry: 0.4 },
  { ...plain, level: 0.02, carry: 0.8 },
  { ...plain, level: 0.3, slope: 0.1, damping: 0.9 },
  { ...plain, level: 0.5, slope: 0.1 },
]

const ofSeasons = (seasons: readonly number[]): readonly Smoothing[] =>
  [false, true].flatMap((isOfRoots) => [
    ...[0.02, 0.1, 0.3].flatMap((level) =>
      [0.05, 0.2].flatMap((season) => [0, 0.4].map((carry) => ({ ...plain, seasons, level, season, carry, isOfRoots }))),
    ),
    { ...plain, seasons, level: 0.02, season: 0.05, carry: 0.8, isOfRoots },
    { ...plain, seasons, level: 0.1, slope: 0.1, season: 0.1, damping: 0.98, isOfRoots },
  ])

/** What came a season ago comes again: the plainest method, which the others have to beat. */
export type SeasonalNaive = { readonly repeats: number }
export type Method = Smoothing | SeasonalNaive

/** @param seasons that the history is long enough for, shortest first. */
export function methodsOf(seasons: readonly number[]): readonly Method[] {
  const sets = seasons.length > 1 ? [...seasons.map((each) => [each]), seasons] : seasons.map((each) => [each])
  return [...withoutSeason, ...seasons.map((repeats) => ({ repeats })), ...sets.flatMap(ofSeasons)]
}

export const needs = (method: Method): number => ('repeats' in method ? method.repeats : valuesBefore(method))

/**
 * As `smooth` does: `horizons` forecasts for each count of known values from `start` to all.
 * @param roots of the values.
 */
export function foretell(values: Float64Array, roots: Float64Array, method: Method, start: number): Float64Array {
  const out = new Float64Array((values.length - start + 1) * horizons)
  if (!('repeats' in method)) smooth(method.isOfRoots ? roots : values, method, start, out)
  else {
    for (let at = 0; at < out.length; at += 1) {
      // A season is longer than the periods ahead.
      out[at] = values[start + Math.floor(at / horizons) + (at % horizons) - method.repeats] ?? 0
    }
  }
  return out
}
