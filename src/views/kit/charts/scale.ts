import { type ChartPoint, margin, plotHeight } from './chart.ts'

/** Lines above the axis at most. */
const linesMax = 4
const steps = [1, 2, 2.5, 5, 10] as const

export type Scale = {
  /** From nothing up to what holds the highest. */
  readonly lines: readonly number[]
  readonly top: number
  readonly y: (value: number) => number
}

/** A scale from nothing to the highest value that was measured: an estimate may leave it at the top. */
export function scaleOf(points: readonly ChartPoint[], isStacked: boolean, isWhole: boolean): Scale {
  const highest = points.reduce((most, point) => Math.max(most, point.before ?? 0, heightOf(point, isStacked)), 0)
  const step = stepFor(highest, isWhole)
  const count = Math.max(1, Math.ceil(highest / step - 1e-9))
  const top = step * count
  return {
    lines: Array.from({ length: count + 1 }, (_, index) => step * index),
    top,
    y: (value) => margin.top + plotHeight * (1 - Math.min(value, top) / top),
  }
}

function heightOf({ values, range }: ChartPoint, isStacked: boolean): number {
  if (range !== undefined) return 0
  const known = values.map((value) => value ?? 0)
  return isStacked ? known.reduce((sum, value) => sum + value, 0) : Math.max(0, ...known)
}

/** 1, 2, 2.5 or 5 times a power of ten; between things that are counted there is nothing. */
function stepFor(highest: number, isWhole: boolean): number {
  if (highest === 0) return 1
  const rough = highest / linesMax
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (steps.find((it) => it * power >= rough - 1e-9) ?? 10) * power
  return isWhole ? Math.max(1, Number.isInteger(step) ? step : Math.ceil(step)) : step
}
