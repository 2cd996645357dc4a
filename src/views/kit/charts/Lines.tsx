import styled from 'styled-components'

import { color } from '#src/theme/theme.ts'
import type { MarksProps } from './Bars.tsx'
import { Before } from './Before.tsx'
import { pathOf } from './path.ts'

/** One line for each series; a value without neighbours is a point. */
export function Lines({ points, series, places, scale }: MarksProps) {
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
