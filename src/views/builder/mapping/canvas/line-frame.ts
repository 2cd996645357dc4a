import styled, { css } from 'styled-components'

import { color } from '#src/theme/theme.ts'

export const Drawing = styled.svg`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: visible;
  pointer-events: none;
`

const stroke = css`
  fill: none;
  stroke-width: 1.5px;
`

export const Line = styled.path`
  ${stroke}
  stroke: ${color['border.control']};

  &[data-dim] {
    stroke-dasharray: 3 4;
  }

  g:hover > & {
    stroke: ${color['brand.solid']};
  }

  [data-chosen] > & {
    stroke: ${color['brand.solid']};
    stroke-width: 3px;
  }
`

/** What the mouse hits: wider than what is drawn. */
export const Hit = styled.path`
  fill: none;
  stroke: transparent;
  stroke-width: 14px;
  pointer-events: stroke;
  cursor: pointer;
`

export const Pulled = styled.path`
  ${stroke}
  stroke: ${color['brand.solid']};
  stroke-dasharray: 6 4;
`
