import type { Edge, EdgeProps } from 'reactflow'
import styled from 'styled-components'

import { color, font } from '../theme/theme.ts'
import { type Bundle, edgeLabel, type Point } from './layout.ts'

export type TransitionsEdge = Edge<{ readonly bundle: Bundle; readonly lit: readonly string[] }, 'transitions'>

const lineHeight = 18
const head = 7

/** All that leads from one state to another: one line, its arrow, and a line of words each. */
export function Transitions({ data }: EdgeProps<TransitionsEdge>) {
  if (data === undefined) return null
  const { bundle, lit } = data
  const { points, label, edges } = bundle
  const isLit = lit.length > 0
  const [before, end] = points.slice(-2)
  return (
    <g>
      <Line d={points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join(' ')} $isLit={isLit} />
      {before === undefined || end === undefined ? null : <Arrow d={arrow(before, end)} $isLit={isLit} />}
      <Ground x={label.x} y={label.y} width={label.width} height={label.height} />
      {edges.map((edge, index) => (
        <Words key={edge.id} x={label.x + 4} y={label.y + lineHeight * (index + 1) - 5} $isLit={lit.includes(edge.id)}>
          {edgeLabel(edge)}
        </Words>
      ))}
    </g>
  )
}

/** A triangle at the end of a line that runs along one of the axes. */
function arrow(before: Point, end: Point): string {
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const along = { x: (end.x - before.x) / length, y: (end.y - before.y) / length }
  const foot = { x: end.x - along.x * head, y: end.y - along.y * head }
  const side = { x: (-along.y * head) / 2, y: (along.x * head) / 2 }
  return `M${end.x},${end.y} L${foot.x + side.x},${foot.y + side.y} L${foot.x - side.x},${foot.y - side.y} Z`
}

type Lit = { readonly $isLit: boolean }

const Line = styled.path<Lit>`
  fill: none;
  stroke: ${({ $isLit }) => color[$isLit ? 'brand.solid' : 'border.control']};
  stroke-width: ${({ $isLit }) => ($isLit ? 2 : 1)};
`

const Arrow = styled.path<Lit>`
  fill: ${({ $isLit }) => color[$isLit ? 'brand.solid' : 'border.control']};
`

const Ground = styled.rect`
  fill: ${color['bg.canvas']};
`

const Words = styled.text<Lit>`
  fill: ${({ $isLit }) => color[$isLit ? 'text.link' : 'text.muted']};
  font: ${font.dense};
  font-weight: ${({ $isLit }) => ($isLit ? 600 : 400)};
`
