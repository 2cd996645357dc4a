import styled from 'styled-components'

import { color, space } from '../../../theme/theme.ts'

/** Short lines below each other: what it is left, how much right. */
export const Lines = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  & > li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 ${space[8]};
    padding: ${space[8]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
  }

  & > li > :last-child:not(:first-child) {
    color: ${color['text.muted']};
    font-variant-numeric: tabular-nums;
  }
`
