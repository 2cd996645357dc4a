/** The lines of a card of what went wrong. */
import styled from 'styled-components'

import { color, font, space } from '#src/theme/theme.ts'

export const Counts = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  font-variant-numeric: tabular-nums;
`

export const Links = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
`

export const Quiet = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`
