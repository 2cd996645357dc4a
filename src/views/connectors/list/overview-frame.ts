import styled from 'styled-components'

import { color, narrow, space } from '#src/theme/theme.ts'

/** Where rows are cards the head is a line of what they can be sorted by. */
export const Top = styled.div`
  position: sticky;
  top: 0;
  z-index: 1;
  background: ${color['bg.surface']};

  ${narrow} {
    & > div {
      display: flex;
      flex-wrap: wrap;
      gap: ${space[12]};
    }

    & [data-plain='true'] {
      display: none;
    }
  }
`
