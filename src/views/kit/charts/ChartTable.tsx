import styled from 'styled-components'

import { color, focusRing, font, space } from '#src/theme/theme.ts'
import { type ChartPoint, type ChartSeries, margin, plotHeight } from './chart.ts'
import { chartMessages as messages } from './charts.messages.ts'

type ChartTableProps = {
  readonly title: string
  readonly series: readonly ChartSeries[]
  readonly points: readonly ChartPoint[]
  readonly beforeName: string | undefined
  readonly valueAt: (point: ChartPoint, at: number) => string
  readonly beforeAt: (point: ChartPoint) => string
}

/** The values of a chart, the newest first, in the room of the chart. */
export function ChartTable({ title, series, points, beforeName, valueAt, beforeAt }: ChartTableProps) {
  return (
    <Scroll role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.columns.place}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {beforeName === undefined ? null : <th scope="col">{beforeName}</th>}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.key}>
              <th scope="row">{point.title}</th>
              {series.map(({ name }, at) => (
                <td key={name}>{valueAt(point, at)}</td>
              ))}
              {beforeName === undefined ? null : <td>{beforeAt(point)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const Scroll = styled.div`
  height: ${margin.top + plotHeight + margin.bottom}px;
  overflow: auto;
  ${focusRing}

  & table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }

  & th,
  & td {
    padding: ${space[4]} ${space[8]} ${space[4]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
    text-align: right;
    white-space: nowrap;
  }

  & th:first-child {
    text-align: left;
  }

  & thead th {
    position: sticky;
    top: 0;
    background: ${color['bg.surface']};
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & tbody th {
    font: ${font.body};
  }
`
