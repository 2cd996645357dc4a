import { useMemo } from 'react'
import styled from 'styled-components'
import type { AnswerChart as Chart, ChartMeasure } from '#contract/assistant/chart.ts'
import type { Role } from '#src/theme/roles.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { periodWord, tickWord } from '../analytics/analytics.format.ts'
import { BarChart } from '../kit/charts/Chart.tsx'
import { Legend } from '../kit/charts/Legend.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { compact, number } from '../kit/format/numbers.ts'
import { assistantMessages as messages } from './assistant.messages.ts'

/** The colours that these figures have on the dashboard. */
const roles: Readonly<Record<ChartMeasure, Role>> = {
  delivered: 'chart.1',
  failed: 'chart.4',
  skipped: 'chart.6',
  unknown: 'chart.3',
  runs: 'chart.4',
}

type AnswerChartProps = { readonly chart: Chart; readonly readAt: string }

/** The figures of an answer, drawn: over time with a table behind them, or side by side as a table. */
export function AnswerChart({ chart, readAt }: AnswerChartProps) {
  return chart.kind === 'time' ? <Course chart={chart} readAt={readAt} /> : <Comparison chart={chart} />
}

const seriesOf = ({ series }: Chart) => series.map((it) => ({ name: messages.chart.measures[it], role: roles[it] }))

function Course({ chart, readAt }: AnswerChartProps) {
  const { title, interval, zone, points } = chart
  const shown = useMemo(() => {
    const [first, last] = [points[0]?.at ?? readAt, points.at(-1)?.at ?? readAt]
    const span = Date.parse(last) - Date.parse(first)
    return points.map(({ at, values, isOpen }) => ({
      key: at ?? '',
      tick: tickWord(zone, span, Date.parse(at ?? '')),
      title: periodWord(at ?? '', interval ?? 'day', zone),
      ...{ values, isOpen },
    }))
  }, [points, interval, zone, readAt])
  return (
    <BarChart
      {...{ title, points: shown, write: number, writeTick: compact }}
      series={seriesOf(chart)}
      empty={messages.chart.nothing}
    />
  )
}

function Comparison({ chart }: Pick<AnswerChartProps, 'chart'>) {
  const { title, points, series } = chart
  const sumOf = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
  const highest = Math.max(1, ...points.map(({ values }) => sumOf(values)))
  return (
    <Frame>
      <table>
        <caption>
          {title}
          <Legend of={seriesOf(chart)} />
        </caption>
        <thead>
          <tr>
            <th scope="col">{messages.chart.name}</th>
            {series.map((it) => (
              <th key={it} scope="col">
                {messages.chart.measures[it]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ name, values, href }) => (
            <tr key={href}>
              <th scope="row">
                <Leading href={href}>{name}</Leading>
                <Strip aria-hidden="true">
                  {series.map((it, at) => (
                    <Bar key={it} $role={roles[it]} style={{ width: `${(100 * (values[at] ?? 0)) / highest}%` }} />
                  ))}
                </Strip>
              </th>
              {series.map((it, at) => (
                <td key={it}>{number(values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  )
}

const Frame = styled.div`
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  overflow-x: auto;

  table {
    width: 100%;
    border-collapse: collapse;
    font: ${font.body};
    font-variant-numeric: tabular-nums;
  }

  caption {
    padding-bottom: ${space[8]};
    font: ${font.strong};
    text-align: start;
  }

  thead th {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  th,
  td {
    padding: ${space[4]} 0 ${space[4]} ${space[8]};
    text-align: end;
    vertical-align: top;
  }

  th:first-child {
    width: 60%;
    padding-inline-start: 0;
    font-weight: 400;
    text-align: start;
    overflow-wrap: anywhere;
  }
`

const Leading = styled(PlainLink)`
  color: ${color['text.link']};
`

const Strip = styled.div`
  display: flex;
  height: 6px;
  margin-top: ${space[4]};
`

const Bar = styled.i<{ readonly $role: Role }>`
  background: ${({ $role }) => color[$role]};
`
