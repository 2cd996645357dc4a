import styled from 'styled-components'

import { color } from '#src/theme/theme.ts'
import type { ChartPoint, Places } from './chart.ts'
import { pathOf } from './path.ts'
import type { Scale } from './scale.ts'

type BeforeProps = { readonly points: readonly ChartPoint[]; readonly places: Places; readonly scale: Scale }

/** The time before as a pale line. */
export function Before({ points, places, scale }: BeforeProps) {
  const { line } = pathOf(
    points.map(({ before }) => before ?? null),
    places,
    scale,
  )
  return line === '' ? null : <Pale d={line} />
}

const Pale = styled.path`
  fill: none;
  stroke: ${color['border.default']};
  stroke-width: 1.5;
`
