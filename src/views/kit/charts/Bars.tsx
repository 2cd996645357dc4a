import styled from 'styled-components'

import { color } from '#src/theme/theme.ts'
import { Before } from './Before.tsx'
import { type ChartPoint, type ChartSeries, margin, type Places, plotHeight } from './chart.ts'
import type { Scale } from './scale.ts'

export type MarksProps = {
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  readonly places: Places
  readonly scale: Scale
}

const gap = 2
const widest = 24

/** One bar for each place, its parts on each other. What is not over is pale, what is expected is an outline. */
export function Bars({ points, series, places, scale }: MarksProps) {
  const width = Math.max(1, Math.min(widest, places.step - gap))
  const left = (index: number) => places.middle(index) - width / 2
  return (
    <>
      {points.map((point, index) =>
        point.range === undefined ? (
          <g key={point.key} opacity={point.isOpen ? 0.35 : 1}>
            {stacked(point.values, scale).map(({ y, height }, at) =>
              height === 0 ? null : (
                <rect
                  key={series[at]?.name ?? at}
                  x={left(index)}
                  y={y}
                  width={width}
                  height={height}
                  fill={color[series[at]?.role ?? 'chart.6']}
                />
              ),
            )}
          </g>
        ) : (
          <Expected key={point.key} x={left(index)} width={width} point={point} scale={scale} />
        ),
      )}
      <Before points={points} places={places} scale={scale} />
    </>
  )
}

/** Parts from the axis up. What is there is seen, however little it is. */
function stacked(values: ChartPoint['values'], scale: Scale) {
  let below = 0
  let floor = margin.top + plotHeight
  return values.map((value) => {
    if (value === null || value === 0) return { y: floor, height: 0 }
    below += value
    const y = Math.min(scale.y(below), floor - 1)
    const height = floor - y
    floor = y
    return { y, height }
  })
}

type ExpectedProps = { readonly x: number; readonly width: number; readonly point: ChartPoint; readonly scale: Scale }

function Expected({ x, width, point: { range, values }, scale }: ExpectedProps) {
  if (range === undefined) return null
  const [low, high, value] = [scale.y(range.low), scale.y(range.high), scale.y(values[0] ?? 0)]
  return (
    <>
      <rect x={x} y={high} width={width} height={Math.max(1, low - high)} fill={color['chart.1']} opacity={0.16} />
      <Estimate x1={x} x2={x + width} y1={value} y2={value} />
    </>
  )
}

const Estimate = styled.line`
  stroke: ${color['chart.1']};
  stroke-width: 2;
`
