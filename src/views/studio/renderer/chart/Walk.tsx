import { animated, useReducedMotion, useSpring } from '@react-spring/web'
import { Axis, DataContext, Grid, XYChart } from '@visx/xychart'
import { type KeyboardEvent, type ReactNode, useContext, useId, useState } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { tickWord } from '#src/views/analytics/analytics.format.ts'
import { CardTitle, Hint } from '#src/views/kit/layout/blocks.ts'
import { rendererMessages } from '../renderer.messages.ts'
import { margin } from './room.ts'

/** `at` in milliseconds since 1970, or where `writeAt` says otherwise; `value` is null where nothing was measured. */
export type Point = { readonly at: number; readonly value: number | null; readonly said: string }

type WalkProps = {
  readonly title: string
  readonly legend: ReactNode
  /** Everything that can be walked to, oldest first. */
  readonly points: readonly Point[]
  readonly zone: string
  /** Of a chart along something else than time: how its axis is written. */
  readonly writeAt?: (at: number) => string
  readonly writeValue: (value: number) => string
  /** The key of a series with one datum for each point: the pointer finds the nearest by it. */
  readonly dataKey: string
  readonly children: ReactNode
}

/** At which point one reads, and whether the keys led there: what the pointer passes over is not read out. */
type Reached = { readonly index: number; readonly isWalked: boolean }

const height = 240
const leap = 10

/** A chart that is read point by point: with the pointer, or with the keys, and then each is said. */
export function Walk({ title, legend, points, zone, writeAt, writeValue, dataKey, children }: WalkProps) {
  const id = useId()
  const [reached, setReached] = useState<Reached | null>(null)
  const isStill = useReducedMotion() ?? false
  const shown = useSpring({ from: { opacity: 0 }, to: { opacity: 1 }, config: { duration: 200 }, immediate: isStill })
  const last = points.length - 1
  const index = reached === null ? null : Math.min(reached.index, last)
  const point = index === null ? undefined : points[index]
  const span = (points[last]?.at ?? 0) - (points[0]?.at ?? 0)

  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setReached(null)
    const from = index ?? -1
    const steps: Record<string, number> = {
      ArrowRight: from + 1,
      ArrowLeft: index === null ? last : from - 1,
      PageUp: from + leap,
      PageDown: from - leap,
      Home: 0,
      End: last,
    }
    const target = steps[event.key]
    if (target === undefined) return
    event.preventDefault()
    setReached({ index: Math.min(last, Math.max(0, target)), isWalked: true })
  }

  return (
    <Frame aria-labelledby={id}>
      <CardTitle id={id}>{title}</CardTitle>
      {legend}
      <Reader
        role="application"
        tabIndex={0}
        aria-labelledby={id}
        aria-describedby={`${id}-keys`}
        onKeyDown={walk}
        onBlur={() => setReached(null)}
      >
        <XYChart
          accessibilityLabel={title}
          height={height}
          margin={margin}
          xScale={writeAt === undefined ? { type: 'time' } : { type: 'linear', zero: false }}
          yScale={{ type: 'linear', nice: true, zero: true }}
          pointerEventsDataKey="all"
          onPointerMove={({ key, index: nearest }) => {
            if (key === dataKey) setReached({ index: nearest, isWalked: false })
          }}
          onPointerOut={() => setReached(null)}
        >
          <Grid columns={false} numTicks={4} lineStyle={{ stroke: color['border.subtle'] }} />
          <Axis
            orientation="bottom"
            numTicks={5}
            hideTicks
            stroke={color['border.default']}
            tickFormat={(value: Date | number) => writeAt?.(Number(value)) ?? tickWord(zone, span, Number(value))}
            tickLabelProps={label}
          />
          <Axis
            orientation="left"
            numTicks={4}
            hideTicks
            hideAxisLine
            tickFormat={(value: number) => writeValue(value)}
            tickLabelProps={label}
          />
          <animated.g style={shown}>{children}</animated.g>
          {point === undefined ? null : <Mark at={point} />}
        </XYChart>
      </Reader>
      <TextWithTimestamps aria-live={reached?.isWalked ? 'polite' : 'off'}>{point?.said}</TextWithTimestamps>
      <Hint id={`${id}-keys`}>{rendererMessages.chart.keys}</Hint>
    </Frame>
  )
}

/** Where one reads. */
function Mark({ at: { at, value } }: { readonly at: Point }) {
  const { xScale, yScale, innerHeight = 0 } = useContext(DataContext)
  const x = Number(xScale?.(at as never))
  if (!Number.isFinite(x)) return null
  const y = value === null ? Number.NaN : Number(yScale?.(value as never))
  return (
    <g pointerEvents="none">
      <line x1={x} x2={x} y1={margin.top} y2={margin.top + innerHeight} stroke={color['border.control']} />
      {Number.isFinite(y) ? (
        <circle cx={x} cy={y} r={4} fill={color['text.default']} stroke={color['bg.surface']} strokeWidth={2} />
      ) : null}
    </g>
  )
}

const label = { fill: color['text.muted'], fontFamily: 'inherit', fontSize: 12, fontWeight: 400, letterSpacing: 0 }

const Frame = styled.figure`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  min-width: 0;
  margin: 0;
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Reader = styled.div`
  height: ${height}px;
  border-radius: ${radius.control};
  ${focusRing}

  /* The last label of an axis may stand over its end. */
  & svg {
    display: block;
    overflow: visible;
  }
`

/** One line, kept free while nothing is read. */
const TextWithTimestamps = styled.p`
  min-height: 1.25rem;
  font: ${font.strong};
  font-variant-numeric: tabular-nums;
`
