import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'
import { type Analytics, badErrorRate, slowLatency } from '#contract/analytics/analytics.ts'
import { forecastOf } from '../../machines/analytics/forecast.ts'
import { color, font, space } from '../../theme/theme.ts'
import { number } from '../kit/format/numbers.ts'
import { duration } from '../kit/format/spans.ts'
import { Card } from '../kit/layout/blocks.ts'
import { estimate, forecastMessages, percent, periodWord } from './analytics.format.ts'
import { analyticsMessages as messages } from './analytics.messages.ts'
import { changeOf } from './change.ts'

/** Cards beside each other. */
const CardGrid = styled.div`
  display: grid;
  /* As many beside each other as the company chose, where there is room. */
  grid-template-columns: repeat(
    auto-fit,
    minmax(max(min(12rem, 100%), (100% - (var(--cards-per-row, 3) - 1) * ${space[16]}) / var(--cards-per-row, 3)), 1fr)
  );
  gap: ${space[16]};
`

type Of = { readonly of: Analytics }

/** First the figure, then how it compares, then what it is made of. */
export function Cards({ of }: Of) {
  return (
    <CardGrid>
      <VolumeCard of={of} />
      <LatencyCard of={of} />
      <ErrorCard of={of} />
    </CardGrid>
  )
}

const arrows = { increasing: TrendingUp, decreasing: TrendingDown, stable: Minus } as const

function VolumeCard({ of }: Of) {
  const { statistics, sums, trend } = of.volumeAnalysis
  const before = of.previous.sums.total
  const grown = before === 0 ? null : percent((Math.abs(sums.total - before) / before) * 100)
  const Arrow = trend.trend === null ? null : arrows[trend.trend]
  return (
    <FigureCard
      title={messages.volume.title}
      value={number(sums.total)}
      unit={messages.volume.unit(sums.total)}
      more={<ForecastOf of={of} />}
    >
      {messages.volume.mean(estimate(statistics.mean), messages.intervals[of.interval])}
      {' · '}
      {Arrow === null ? null : <Arrow aria-hidden="true" />}
      {trend.trend === null ? messages.volume.noTrend : messages.volume.trends[trend.trend]}
      {' · '}
      {changeOf(sums.total - before, grown)}
    </FigureCard>
  )
}

/** What is expected of the next periods with its range, or why nothing is; by which method is said on hover. */
function ForecastOf({ of: { interval, zone, volumeAnalysis } }: Of) {
  const { items, isTooWide } = forecastOf(volumeAnalysis.trend)
  const [first] = items
  const { note } = volumeAnalysis.trend
  if (first === undefined) return <More name={messages.volume.noForecast}>{isTooWide ? messages.volume.tooWide : note}</More>
  const said = items.map((it) => ({ at: periodWord(it.period, interval, zone), of: forecastMessages(it) }))
  return (
    <More name={messages.volume.forecast(messages.next[interval](items.length), percent(first.confidence * 100))} note={note}>
      {said.map(({ at, of: [value, low, high] }) => (
        <Part key={at} title={at}>
          <b>{value}</b> {messages.volume.range(low, high)}
        </Part>
      ))}
    </More>
  )
}

const latencyParts = ['p50', 'p95', 'p99'] as const

function LatencyCard({ of: { latencyAnalysis, previous } }: Of) {
  const { mean } = latencyAnalysis
  const title = messages.latency.title
  if (mean === null)
    return (
      <FigureCard title={title} value="–">
        {messages.chart.noLatency}
      </FigureCard>
    )
  const before = previous.latencyMean
  return (
    <FigureCard
      title={title}
      value={duration(mean)}
      unit={messages.latency.unit}
      more={
        <More name={messages.latency.within}>
          {latencyParts.map((part) => (
            <Part key={part}>
              {messages.latency.parts[part]} <b>{duration(latencyAnalysis[part])}</b>
            </Part>
          ))}
        </More>
      }
    >
      {mean > slowLatency ? (
        <Alarming $look="warning">{messages.latency.slow(duration(slowLatency))}</Alarming>
      ) : (
        messages.latency.mean
      )}
      {' · '}
      {changeOf(mean - (before ?? 0), before === null ? null : duration(Math.abs(mean - before)))}
    </FigureCard>
  )
}

const outcomes = ['delivered', 'skipped', 'unknown', 'unchanged', 'leftOut'] as const

function ErrorCard({ of: { errorAnalysis, volumeAnalysis, previous } }: Of) {
  const { errorRate: rate } = errorAnalysis
  const { sums } = volumeAnalysis
  const title = messages.errors.title
  const more = (
    <More name={messages.errors.outcomes}>
      {outcomes
        .filter((outcome) => (outcome !== 'unchanged' && outcome !== 'leftOut') || sums[outcome] > 0)
        .map((outcome) => (
          <Part key={outcome}>
            <b>{number(sums[outcome])}</b> {messages.errors.parts[outcome]}
          </Part>
        ))}
    </More>
  )
  const unsure =
    sums.unknown === 0 ? null : <Alarming $look="warning"> · {messages.errors.unsure(number(sums.unknown))}</Alarming>
  if (rate === null)
    return (
      <FigureCard title={title} value="–" more={more}>
        {messages.errors.none}
        {unsure}
      </FigureCard>
    )
  const before = previous.errorRate
  const failed = messages.errors.of(number(sums.failed), number(sums.delivered + sums.failed))
  return (
    <FigureCard title={title} value={percent(rate)} more={more}>
      {rate > badErrorRate ? (
        <Alarming $look="danger">
          {failed} · {messages.errors.bad(percent(badErrorRate))}
        </Alarming>
      ) : (
        failed
      )}
      {unsure}
      {' · '}
      {changeOf(rate - (before ?? 0), before === null ? null : messages.change.points(estimate(Math.abs(rate - before))))}
    </FigureCard>
  )
}

type FigureCardProps = {
  readonly title: string
  readonly value: string
  readonly unit?: string
  /** How it compares. */
  readonly children: ReactNode
  readonly more?: ReactNode
}

function FigureCard({ title, value, unit, children, more }: FigureCardProps) {
  return (
    <Dense aria-label={title}>
      <Name>{title}</Name>
      <Figure>
        {value} {unit === undefined ? null : <small>{unit}</small>}
      </Figure>
      <Note>{children}</Note>
      {more}
    </Dense>
  )
}

type MoreProps = { readonly name: string; readonly note?: string; readonly children: ReactNode }

function More({ name, note, children }: MoreProps) {
  return (
    <Below>
      <p title={note}>{name}</p>
      <div>{children}</div>
    </Below>
  )
}

const Dense = styled(Card)`
  gap: 0;
  padding-block: ${space[12]};
`

const Name = styled.h3`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Figure = styled.p`
  font: ${font.figure};
  letter-spacing: -0.02em;
  font-variant-numeric: tabular-nums;

  & > small {
    color: ${color['text.muted']};
    font: ${font.body};
    letter-spacing: 0;
  }
`

const Note = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};

  & > svg {
    width: 0.875rem;
    height: 0.875rem;
    margin-right: ${space[4]};
    vertical-align: -2px;
  }
`

const looks = {
  warning: css`
    color: ${color['warning.text']};
  `,
  danger: css`
    color: ${color['danger.text']};
  `,
} as const

const Alarming = styled.span<{ readonly $look: keyof typeof looks }>`
  ${({ $look }) => looks[$look]}
`

const Below = styled.div`
  display: grid;
  min-height: 2.25rem;
  margin-top: ${space[8]};
  gap: ${space[4]};
  color: ${color['text.muted']};
  font: ${font.dense};

  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space[12]};
  }
`

const Part = styled.span`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;

  & > b {
    color: ${color['text.default']};
    font-weight: 600;
  }
`
