import { AreaSeries, LineSeries } from '@visx/xychart'
import { useMemo } from 'react'
import styled from 'styled-components'

import type { Analytics } from '#contract/analytics/analytics.ts'
import { color, font, space } from '../../theme/theme.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { number } from '../kit/format/numbers.ts'
import { duration } from '../kit/format/spans.ts'
import { compact, forecastMessages, periodWord } from './analytics.format.ts'
import { analyticsMessages } from './analytics.messages.ts'
import { chartGap, chartMin } from './room.ts'
import { type Point, Walk } from './Walk.tsx'

const messages = analyticsMessages.chart

type Of = { readonly of: Analytics }
/** `failed` is not a number for a period to come. */
type Moved = Point & { readonly failed: number }
type Band = { readonly at: number; readonly value: number; readonly low: number; readonly high: number }

const atOf = ({ at }: { readonly at: number }) => at
/** What is not a number leaves a gap. */
const measured = ({ value }: { readonly value: number | null }) => value ?? Number.NaN
const failedOf = ({ failed }: Moved) => failed
const lowOf = ({ low }: Band) => low
const highOf = ({ high }: Band) => high

/** Volume with what is foretold of it, and latency. */
export function Charts({ of }: Of) {
  const hasLatency = of.chartData.latency.some(({ avgDuration }) => avgDuration !== null)
  return (
    <Pair>
      <VolumeChart of={of} />
      {hasLatency ? <LatencyChart of={of} /> : <EmptyState title={messages.latency}>{messages.noLatency}</EmptyState>}
    </Pair>
  )
}

function VolumeChart({ of }: Of) {
  const { moved, line, band, points } = useMemo(() => volumeOf(of), [of])
  return (
    <Walk
      title={messages.volume}
      points={points}
      zone={of.zone}
      dataKey="moved"
      writeValue={(value) => (Number.isInteger(value) ? compact(value) : '')}
      legend={
        <Legend>
          <Sign $stroke={color['chart.1']}>{messages.total}</Sign>
          <Sign $stroke={color['chart.4']}>{messages.failed}</Sign>
          {line.length === 0 ? null : (
            <>
              <Sign $stroke={color['chart.1']} $isDashed>
                {messages.forecast}
              </Sign>
              <Sign $stroke={color['chart.6']} $isBand>
                {messages.band}
              </Sign>
            </>
          )}
        </Legend>
      }
    >
      <AreaSeries
        dataKey="band"
        data={band}
        xAccessor={atOf}
        yAccessor={highOf}
        y0Accessor={lowOf}
        renderLine={false}
        fill={color['chart.6']}
        fillOpacity={0.25}
      />
      <LineSeries dataKey="moved" data={moved} xAccessor={atOf} yAccessor={measured} stroke={color['chart.1']} />
      <LineSeries dataKey="failed" data={moved} xAccessor={atOf} yAccessor={failedOf} stroke={color['chart.4']} />
      <LineSeries
        dataKey="foretold"
        data={line}
        xAccessor={atOf}
        yAccessor={measured}
        stroke={color['chart.1']}
        strokeDasharray="4 4"
      />
    </Walk>
  )
}

/** The forecast leaves from the last period that was measured. */
function volumeOf({ chartData: { volume }, volumeAnalysis: { trend }, interval, zone }: Analytics) {
  const named = (begin: string) => periodWord(begin, interval, zone)
  const past = volume.map(({ date, count, delivered, failed }): Moved => {
    const said = messages.pointOfVolume(named(date), analyticsMessages.volume.records(count), number(delivered), number(failed))
    return { at: Date.parse(date), value: count, failed, said }
  })
  const coming = trend.forecast.map((it) => ({
    at: Date.parse(it.period),
    value: it.predictedValue,
    low: it.low,
    high: it.high,
    said: messages.pointToCome(named(it.period), ...forecastMessages(it)),
  }))
  const last = past.at(-1)
  const begin = last?.value == null ? [] : [{ at: last.at, value: last.value, low: last.value, high: last.value }]
  const band: Band[] = coming.length === 0 ? [] : [...begin, ...coming]
  const gaps = coming.map(({ at, said }): Moved => ({ at, value: null, failed: Number.NaN, said }))
  return { moved: [...past, ...gaps], line: band, band, points: [...past, ...coming] }
}

function LatencyChart({ of }: Of) {
  const points = useMemo(() => latencyOf(of), [of])
  return (
    <Walk
      title={messages.latency}
      points={points}
      zone={of.zone}
      dataKey="latency"
      writeValue={(value) => (value === 0 ? number(0) : duration(value))}
      legend={
        <Legend>
          <Sign $stroke={color['chart.2']}>{messages.average}</Sign>
        </Legend>
      }
    >
      <LineSeries dataKey="latency" data={points} xAccessor={atOf} yAccessor={measured} stroke={color['chart.2']} />
    </Walk>
  )
}

const latencyOf = ({ chartData: { latency }, interval, zone }: Analytics): Point[] =>
  latency.map(({ date, avgDuration: value }) => ({
    at: Date.parse(date),
    value,
    said: messages.pointOfLatency(periodWord(date, interval, zone), value === null ? messages.unmeasured : duration(value)),
  }))

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(${chartMin}px, 100%), 1fr));
  gap: ${chartGap}px;
`

const Legend = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Sign = styled.span<{ readonly $stroke: string; readonly $isDashed?: boolean; readonly $isBand?: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};

  &::before {
    content: '';
    width: 1.5rem;
    border-top: ${({ $isBand }) => ($isBand ? '0.75rem' : '2px')} ${({ $isDashed }) => ($isDashed ? 'dashed' : 'solid')}
      ${({ $stroke }) => $stroke};
    opacity: ${({ $isBand }) => ($isBand ? 0.25 : 1)};
  }
`
