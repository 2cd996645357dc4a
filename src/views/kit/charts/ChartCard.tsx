import styled from 'styled-components'

import { color, font, radius, shadow, space } from '#src/theme/theme.ts'
import type { ChartSeries } from './chart.ts'
import { Swatch } from './Legend.tsx'

type ChartCardProps = {
  readonly title: string
  readonly rows: readonly { readonly series: ChartSeries; readonly value: string }[]
  readonly note: string | null
}

/** What is read at one place of a chart. */
export function ChartCard({ title, rows, note }: ChartCardProps) {
  return (
    <Frame>
      <b>{title}</b>
      <dl>
        {rows.map(({ series, value }) => (
          <div key={series.name}>
            <dt>
              <Swatch $role={series.role} />
              {series.name}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note === null ? null : <p>{note}</p>}
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[4]};
  width: max-content;
  min-width: 9rem;
  max-width: 15rem;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.raised']};
  box-shadow: ${shadow.popover};
  font: ${font.dense};

  & > b {
    font: ${font.strong};
  }

  & > dl {
    margin: 0;
  }

  & > dl > div {
    display: flex;
    justify-content: space-between;
    gap: ${space[16]};
  }

  & dt {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }

  & dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
    text-align: right;
  }

  & > p {
    color: ${color['text.muted']};
  }
`
