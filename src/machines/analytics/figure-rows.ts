/** The figures of a chart as rows of a table, each period once. */
import type { Analytics } from '#contract/analytics/analytics.ts'

type ForecastValue = { readonly predictedValue: number; readonly low: number; readonly high: number }

/** `date` is where the period begins. Undefined is what was left out for want of room, null what was not measured. */
export type FigureRow = {
  readonly date: string
  readonly count: number | undefined
  readonly delivered: number | undefined
  readonly failed: number | undefined
  /** Milliseconds. */
  readonly latency: number | null | undefined
  /** Of a period to come; of one that was, null. */
  readonly foretold: ForecastValue | null
}

/** Oldest first; the periods to come at the end. */
export function figureRows({ chartData: { volume, latency }, volumeAnalysis: { trend } }: Analytics): readonly FigureRow[] {
  const volumes = new Map(volume.map((point) => [point.date, point]))
  const latencies = new Map(latency.map(({ date, avgDuration }) => [date, avgDuration]))
  const dates = [...new Set([...volumes.keys(), ...latencies.keys()])].sort((one, other) => Date.parse(one) - Date.parse(other))
  const measured = dates.map((date): FigureRow => {
    const point = volumes.get(date)
    return {
      date,
      count: point?.count,
      delivered: point?.delivered,
      failed: point?.failed,
      latency: latencies.get(date),
      foretold: null,
    }
  })
  const coming = trend.forecast.map(({ period, predictedValue, low, high }): FigureRow => {
    const nothing = { count: undefined, delivered: undefined, failed: undefined, latency: undefined }
    return { date: period, ...nothing, foretold: { predictedValue, low, high } }
  })
  return [...measured, ...coming]
}
