import styled from 'styled-components'

import { color, font, space } from '#src/theme/theme.ts'

/** Which part of a list is shown, and the ways to the rest of it. It needs a name. */
export const PagerRow = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  min-height: 2rem;
  color: ${color['text.muted']};

  & > p {
    margin-right: auto;
    font: ${font.dense};
  }
  font-variant-numeric: tabular-nums;
`
