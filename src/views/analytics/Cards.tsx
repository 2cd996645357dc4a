import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import { type Analytics, badErrorRate, slowLatency, type Trend } from '#contract/analytics/analytics.ts'
import { color, font, space } from '../../theme/theme.ts'
import { type PillLook, StatusPill } from '../kit/feedback/StatusPill.tsx'
import { number } from '../kit/format/numbers.ts'
import { duration } from '../kit/format/spans.ts'
import { Card, CardTitle, Hint, Listed, Row } from '../kit/layout/blocks.ts'
import { estimate, failedOf, forecastMessages, percent, periodWord } from './analytics.format.ts'
import { analyticsMessages as messages } from './analytics.messages.ts'
import { changeOf } from './change.ts'

type Of = { readonly of: Analytics }

/** First the answer, then how it compares, then what stands behind it. */
export function Cards({ of }: Of) {
  return (
    <Grid>
      <VolumeCard of={of} />
      <LatencyCard of={of} />
      <ErrorCard of={of} />
    </Grid>
  )
}

function VolumeCard({ of }: Of) {
  const { statistics, sums, trend } = of.volumeAnalysis
  const before = of.previous.sums.total
  const grown = before === 0 ? null : { by: percent((Math.abs(sums.total - before) / before) * 100), from: number(before) }
  return (
    <Frame title={messages.volume.title}>
      {sums.total === 0 ? (
        <Figure>{messages.noData}</Figure>
      ) : (
        <>
          <Figure>{messages.volume.records(sums.total)}</Figure>
          <Hint>{messages.volume.mean(estimate(statistics.mean), messages.intervals[of.interval])}</Hint>
        </>
      )}
      <p>{sums.total === 0 && before === 0 ? null : changeOf(sums.total - before, grown)}</p>
      <TrendOf trend={trend} />
      <ForecastOf of={of} />
    </Frame>
  )
}

const arrows = { increasing: TrendingUp, decreasing: TrendingDown, stable: Minus } as const

function TrendOf({ trend: { trend } }: { readonly trend: Trend }) {
  if (trend === null) return <Hint>{messages.volume.noTrend}</Hint>
  const Arrow = arrows[trend]
  return (
    <Going>
      <Arrow aria-hidden="true" />
      {messages.volume.trends[trend]}
    </Going>
  )
}

/** What is foretold with what lies around it, and by which method; or why nothing is. */
function ForecastOf({ of: { interval, zone, volumeAnalysis } }: Of) {
  const { forecast, note } = volumeAnalysis.trend
  const [first] = forecast
  return (
    <div>
      <Name>{messages.volume.forecast}</Name>
      {first === undefined ? (
        <p>{messages.volume.none}</p>
      ) : (
        <>
          <Listed>
            {forecast.map((it) => (
              <li key={it.period}>{messages.volume.item(periodWord(it.period, interval, zone), ...forecastMessages(it))}</li>
            ))}
          </Listed>
          <Hint>{messages.volume.confidence(percent(first.confidence * 100))}</Hint>
        </>
      )}
      <Hint>{note}</Hint>
    </div>
  )
}

function LatencyCard({ of: { latencyAnalysis, volumeAnalysis, previous } }: Of) {
  const { mean } = latencyAnalysis
  const before = previous.latencyMean
  const parts = ['p50', 'p95', 'p99'] as const
  return (
    <Frame title={messages.latency.title} pill={judged(mean, slowLatency, 'late', messages.latency, duration(slowLatency))}>
      {mean === null && volumeAnalysis.sums.total > 0 ? (
        <p>{messages.chart.noLatency}</p>
      ) : mean === null ? (
        <Figure>{messages.noData}</Figure>
      ) : (
        <>
          <Figure>{duration(mean)}</Figure>
          <Hint>{messages.latency.mean}</Hint>
          <p>
            {changeOf(
              mean - (before ?? 0),
              before === null ? null : { by: duration(Math.abs(mean - before)), from: duration(before) },
            )}
          </p>
          <Pairs>
            {parts.map((part) => (
              <div key={part}>
                <dt>{messages.latency.parts[part]}</dt>
                <dd>{duration(latencyAnalysis[part])}</dd>
              </div>
            ))}
          </Pairs>
        </>
      )}
    </Frame>
  )
}

function ErrorCard({ of: { errorAnalysis, volumeAnalysis, previous } }: Of) {
  const { errorRate: rate } = errorAnalysis
  const { sums } = volumeAnalysis
  const ended = sums.delivered + sums.failed + sums.unknown
  const before = previous.errorRate
  const change =
    rate === null || before === null
      ? null
      : { by: messages.change.points(estimate(Math.abs(rate - before))), from: percent(before) }
  // A rate of few failures is not good while records may not have arrived.
  const certain = sums.unknown > 0 && (rate ?? 0) <= badErrorRate ? null : rate
  return (
    <Frame title={messages.errors.title} pill={judged(certain, badErrorRate, 'bad', messages.errors, percent(badErrorRate))}>
      <Figure>{rate === null ? messages.noData : percent(rate)}</Figure>
      {ended === 0 ? null : <Hint>{failedOf(sums)}</Hint>}
      {rate === null ? null : <p>{changeOf(rate - (before ?? 0), change)}</p>}
    </Frame>
  )
}

type Verdict = {
  readonly slow?: (limit: string) => string
  readonly bad?: (limit: string) => string
  readonly well: (limit: string) => string
}

/** Nothing is judged that was not measured. */
function judged(value: number | null, limit: number, look: PillLook, { slow, bad, well }: Verdict, said: string): ReactNode {
  if (value === null) return null
  const above = slow ?? bad ?? well
  return value > limit ? <StatusPill look={look} word={above(said)} /> : <StatusPill look="good" word={well(said)} />
}

type FrameProps = { readonly title: string; readonly pill?: ReactNode; readonly children: ReactNode }

function Frame({ title, pill, children }: FrameProps) {
  return (
    <Card aria-label={title}>
      <Row>
        <CardTitle>{title}</CardTitle>
        {pill}
      </Row>
      {children}
    </Card>
  )
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
  gap: ${space[12]};
`

const Figure = styled.p`
  font: ${font.figure};
  font-variant-numeric: tabular-nums;
`

const Name = styled.h3`
  font: ${font.strong};
`

const Going = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[8]};

  & > svg {
    width: 1rem;
    height: 1rem;
    color: ${color['text.muted']};
  }
`

const Pairs = styled.dl`
  display: grid;
  gap: ${space[4]};
  margin: 0;

  & > div {
    display: flex;
    justify-content: space-between;
    gap: ${space[8]};
  }

  & dt {
    color: ${color['text.muted']};
  }

  & dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
`
