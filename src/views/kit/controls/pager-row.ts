import styled from 'styled-components'

import { color, space } from '#src/theme/theme.ts'

/** Which part of a list is shown, and the ways to the rest of it. It needs a name. */
export const PagerRow = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};
  color: ${color['text.muted']};
  font-variant-numeric: tabular-nums;
`
