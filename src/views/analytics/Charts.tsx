import { useMemo } from 'react'
import styled from 'styled-components'

import type { Analytics } from '#contract/analytics/analytics.ts'
import { forecastOf } from '../../machines/analytics/forecast.ts'
import { BarChart, LineChart } from '../kit/charts/Chart.tsx'
import type { ChartPoint, ChartSeries } from '../kit/charts/chart.ts'
import { compact, number } from '../kit/format/numbers.ts'
import { duration } from '../kit/format/spans.ts'
import { Hint } from '../kit/layout/blocks.ts'
import { periodWord, tickWord } from './analytics.format.ts'
import { analyticsMessages } from './analytics.messages.ts'
import { chartGap, chartMin } from './room.ts'

const messages = analyticsMessages.chart

const volumeSeries: readonly ChartSeries[] = [
  { name: messages.delivered, role: 'chart.1' },
  { name: messages.failed, role: 'chart.4' },
]
const latencySeries: readonly ChartSeries[] = [{ name: messages.average, role: 'chart.2' }]

type ChartsProps = {
  readonly of: Analytics
  /** When it was read, ISO 8601: a period that ends later goes on still. */
  readonly readAt: string
  /** A part of the time, from and until (ISO 8601), was marked. */
  readonly onZoom?: (from: string, to: string) => void
  /** A period, from and until, was chosen. */
  readonly onOpen?: ((from: string, to: string) => void) | undefined
}

/** Records by what became of them, with what is expected of the next periods, and latency. */
export function Charts({ of, readAt, onZoom, onOpen }: ChartsProps) {
  const volume = useMemo(() => volumeOf(of, readAt), [of, readAt])
  const latency = useMemo(() => latencyOf(of, readAt), [of, readAt])
  const untilOf = (points: readonly ChartPoint[], { key }: ChartPoint) =>
    points[points.findIndex((it) => it.key === key) + 1]?.key ?? of.endDate
  const acts = (points: readonly ChartPoint[]) => ({
    ...(onZoom && { onZoom: (first: ChartPoint, last: ChartPoint) => onZoom(first.key, untilOf(points, last)) }),
    ...(onOpen && { onOpen: (point: ChartPoint) => onOpen(point.key, untilOf(points, point)) }),
  })
  return (
    <Pair>
      <BarChart
        title={messages.volume(analyticsMessages.intervals[of.interval])}
        series={volumeSeries}
        points={volume}
        empty={analyticsMessages.nothingRead}
        {...acts(volume)}
        write={number}
        writeTick={compact}
      />
      <LineChart
        title={messages.latency}
        series={latencySeries}
        points={latency}
        empty={messages.noLatency}
        {...(latency.some(({ before }) => before != null) && { beforeName: messages.before })}
        {...acts(latency)}
        write={duration}
        writeTick={(value) => (value === 0 ? number(0) : duration(value))}
      />
      {of.chartData.isDecimated ? <Hint>{messages.decimated}</Hint> : null}
    </Pair>
  )
}

/** The name of a period, and whether it goes on still. */
function placesOf({ interval, zone, startDate, endDate }: Analytics, readAt: string) {
  const span = Date.parse(endDate) - Date.parse(startDate)
  const isRunning = Date.parse(endDate) > Date.parse(readAt)
  return (date: string, isLast: boolean) => ({
    key: date,
    tick: tickWord(zone, span, Date.parse(date)),
    title: periodWord(date, interval, zone),
    isOpen: isLast && isRunning,
  })
}

function volumeOf(of: Analytics, readAt: string): ChartPoint[] {
  const { volume } = of.chartData
  const place = placesOf(of, readAt)
  const measured = volume.map(({ date, delivered, failed }, index) => ({
    ...place(date, index === volume.length - 1),
    values: [delivered, failed],
  }))
  const expected = forecastOf(of.volumeAnalysis.trend).items.map(({ period, predictedValue, low, high }) => ({
    ...place(period, false),
    values: [predictedValue, null],
    range: { low, high },
  }))
  return [...measured, ...expected]
}

function latencyOf(of: Analytics, readAt: string): ChartPoint[] {
  const { latency } = of.chartData
  const place = placesOf(of, readAt)
  return latency.map(({ date, avgDuration, before }, index) => ({
    ...place(date, index === latency.length - 1),
    values: [avgDuration],
    before,
  }))
}

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(${chartMin}px, 100%), 1fr));
  gap: ${chartGap}px;

  & > p {
    grid-column: 1 / -1;
  }
`
