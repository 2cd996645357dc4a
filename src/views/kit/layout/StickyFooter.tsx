import styled from 'styled-components'

import { color, narrow, space } from '#src/theme/theme.ts'

/** Stays at the foot of the window while its page is longer. */
export const StickyFooter = styled.div`
  position: sticky;
  z-index: 1;
  bottom: 0;
  padding: ${space[12]} 0;
  border-top: 1px solid ${color['border.subtle']};
  background: ${color['bg.surface']};

  ${narrow} {
    padding-block: ${space[8]};
  }
`
