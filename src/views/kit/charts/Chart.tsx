import { ChartColumn, TableProperties } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styled, { css } from 'styled-components'
import { color, font, narrow, radius, space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Bars, type MarksProps } from './Bars.tsx'
import { Before } from './Before.tsx'
import { ChartTable } from './ChartTable.tsx'
import { type ChartPoint, type ChartSeries, margin, plotHeight } from './chart.ts'
import { chartMessages as messages } from './charts.messages.ts'
import { Legend } from './Legend.tsx'
import { Plot } from './Plot.tsx'
import { pathOf } from './path.ts'

/** One line for each series; a value without neighbours is a point. */
function Lines({ points, series, places, scale }: MarksProps) {
  return (
    <>
      <Before points={points} places={places} scale={scale} />
      {series.map(({ name, role }, at) => {
        const { line, alone } = pathOf(
          points.map(({ values }) => values[at] ?? null),
          places,
          scale,
        )
        return (
          <g key={name}>
            <Line d={line} stroke={color[role]} />
            {alone.map(({ index, x, y }) => (
              <circle key={points[index]?.key} cx={x} cy={y} r={2} fill={color[role]} />
            ))}
          </g>
        )
      })}
    </>
  )
}

const Line = styled.path`
  fill: none;
  stroke-width: 1.5;
  stroke-linejoin: round;
`

export type ChartProps = {
  readonly title: string
  readonly series: readonly ChartSeries[]
  /** Oldest first. Null while they are loaded. */
  readonly points: readonly ChartPoint[] | null
  /** What is said where no point holds anything. */
  readonly empty: string
  /** A value in the card and the table. */
  readonly write: (value: number) => string
  /** A value at the axis, if it is written shorter there. */
  readonly writeTick?: (value: number) => string
  /** What the pale line of the time before is called; without it no point has one. */
  readonly beforeName?: string
  /** A click on a place, or Enter. */
  readonly onOpen?: (point: ChartPoint) => void
  /** A part was drawn over with the pointer, or marked with Shift and the arrow keys. */
  readonly onZoom?: (first: ChartPoint, last: ChartPoint) => void
  /** Without a border, where it stands in a section of its own. */
  readonly isFlat?: boolean
  /** The level of its heading: 3 within a section with a heading of its own, else 2. */
  readonly level?: 2 | 3
  /** What stands beside the legend. */
  readonly children?: ReactNode
}

/** Counts as bars: the first series stands on the axis, each further one on the one before. */
export const BarChart = (props: ChartProps) => <Chart {...props} kind="bars" />

/** What is measured, such as latency, as lines; a value without neighbours is a point. */
export const LineChart = (props: ChartProps) => <Chart {...props} kind="lines" />

const kinds = {
  bars: { marks: Bars, isStacked: true, isWhole: true },
  lines: { marks: Lines, isStacked: false, isWhole: false },
} as const

function Chart({
  kind,
  title,
  series,
  points,
  empty,
  write,
  isFlat = false,
  level = 3,
  children,
  ...props
}: ChartProps & { readonly kind: keyof typeof kinds }) {
  const [isTable, setIsTable] = useState(false)
  const written = (value: number | null | undefined) => (value == null ? messages.notMeasured : write(value))
  const valueAt = ({ values, range }: ChartPoint, at: number) =>
    range === undefined
      ? written(values[at])
      : at === 0
        ? messages.estimate(write(values[0] ?? 0), write(range.low), write(range.high))
        : ''
  const beforeAt = ({ before, range }: ChartPoint) => (range === undefined ? written(before) : '')
  const hasAny = points?.some(({ values, range }) => range === undefined && values.some((value) => value !== null)) ?? false
  const legend = [
    ...series,
    ...(props.beforeName === undefined ? [] : [{ name: props.beforeName, role: 'border.default' as const }]),
  ]
  return (
    <Frame aria-label={title} aria-busy={points === null} $isFlat={isFlat}>
      <Head>
        <Title as={`h${level}`}>{title}</Title>
        <Legend of={legend} />
        {children}
        <Button
          kind="quiet"
          label={(isTable ? messages.chart : messages.table)(title)}
          isBlocked={!hasAny}
          onPress={() => setIsTable(!isTable)}
        >
          {isTable ? <ChartColumn aria-hidden="true" /> : <TableProperties aria-hidden="true" />}
        </Button>
      </Head>
      {points === null ? (
        <Skeleton label={messages.loading(title)} heights={[`${roomHeight}px`]} />
      ) : !hasAny ? (
        <Room>
          <p>{empty}</p>
        </Room>
      ) : isTable ? (
        <ChartTable
          title={messages.table(title)}
          series={series}
          points={points}
          beforeName={props.beforeName}
          valueAt={valueAt}
          beforeAt={beforeAt}
        />
      ) : (
        <Plot
          {...kinds[kind]}
          title={title}
          series={series}
          points={points}
          writeTick={props.writeTick ?? write}
          valueAt={valueAt}
          beforeName={props.beforeName}
          beforeAt={beforeAt}
          onOpen={props.onOpen}
          onZoom={props.onZoom}
        />
      )}
    </Frame>
  )
}

const roomHeight = margin.top + plotHeight + margin.bottom

const Frame = styled.figure<{ readonly $isFlat: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  min-width: 0;
  margin: 0;
  ${({ $isFlat }) =>
    $isFlat
      ? undefined
      : css`
          padding: ${space[12]} ${space[16]};
          border: 1px solid ${color['border.subtle']};
          border-radius: ${radius.card};
          background: ${color['bg.surface']};
        `}
`

const Head = styled.figcaption`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  min-height: 2rem;

  /* Beside the title where there is room, below it otherwise. */
  ${narrow} {
    & > ul {
      order: 1;
      flex-basis: 100%;
    }
  }
`

const Title = styled.h3`
  flex: 1;
  font: ${font.strong};
  font-weight: 600;
  white-space: nowrap;
`

/** As high as the chart, so that nothing moves when it comes. */
const Room = styled.div`
  display: grid;
  place-items: center;
  height: ${roomHeight}px;
  color: ${color['text.muted']};
  text-align: center;
`
