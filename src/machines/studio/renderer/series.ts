/** Numbers of a table as points of a chart: along the rows, along a time, or how many have about the same value. */
import { type JsonTable, numberOf, timeOf } from './table.ts'

/** `rows`, `count`, or the path of a column of times. */
export type Along = { readonly by: 'rows' } | { readonly by: 'count' } | { readonly by: 'time'; readonly path: string }

/** `at`: the place of the row from 1, milliseconds since 1970, or the begin of an interval of values. */
export type SeriesPoint = { readonly at: number; readonly value: number }
export type Series = {
  readonly points: readonly SeriesPoint[]
  /** Rows that have a number there, and where it is asked a time. */
  readonly counted: number
  /** Of intervals: how wide each is. */
  readonly width: number
}

const intervals = 20

/** At most `pointsMax` points, of which there are two for each step: the least and the greatest of it, so that no peak is lost. */
export function seriesOf({ rows }: JsonTable, path: string, along: Along, pointsMax: number): Series {
  const all = rows.flatMap(({ at, cells }): SeriesPoint[] => {
    const value = numberOf(cells.get(path))
    const place = along.by === 'time' ? timeOf(cells.get(along.path)) : at + 1
    return value === null || place === null ? [] : [{ at: place, value }]
  })
  if (along.by === 'count') return distribution(all.map(({ value }) => value))
  const ordered = along.by === 'time' ? all.toSorted((one, other) => one.at - other.at) : all
  return { points: thinned(ordered, pointsMax), counted: all.length, width: 0 }
}

function thinned(points: readonly SeriesPoint[], pointsMax: number): readonly SeriesPoint[] {
  if (points.length <= pointsMax) return points
  const step = Math.ceil(points.length / Math.max(1, Math.floor(pointsMax / 2)))
  const kept: SeriesPoint[] = []
  for (let from = 0; from < points.length; from += step) {
    const part = points.slice(from, from + step)
    const least = part.reduce((one, other) => (other.value < one.value ? other : one))
    const greatest = part.reduce((one, other) => (other.value > one.value ? other : one))
    if (least === greatest) kept.push(least)
    else kept.push(...(part.indexOf(least) < part.indexOf(greatest) ? [least, greatest] : [greatest, least]))
  }
  return kept
}

/** How many values lie in each of some intervals that are equally wide. */
function distribution(values: readonly number[]): Series {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
  }
  if (values.length === 0) return { points: [], counted: 0, width: 0 }
  const width = greatest === least ? 1 : (greatest - least) / intervals
  const counts = new Array<number>(greatest === least ? 1 : intervals).fill(0)
  for (const value of values) {
    const place = Math.min(counts.length - 1, Math.floor((value - least) / width))
    counts[place] = (counts[place] ?? 0) + 1
  }
  return { points: counts.map((value, place) => ({ at: least + place * width, value })), counted: values.length, width }
}
