import styled from 'styled-components'

import { color } from '#src/theme/theme.ts'

/** A crane that lifts a block, in two strokes. */
export function Logo() {
  return (
    <Mark viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M10 25V8h13v5M10 12l4-4M7 25h6" />
      <path d="M20 13h6v6h-6z" />
    </Mark>
  )
}

const Mark = styled.svg`
  flex: none;
  width: 24px;
  height: 24px;
  fill: none;
  stroke: ${color['text.onBrand']};
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;

  & > rect {
    fill: ${color['brand.solid']};
    stroke: none;
  }
`
