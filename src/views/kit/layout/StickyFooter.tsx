import styled from 'styled-components'

import { color, narrow, space } from '#src/theme/theme.ts'

/** Stays at the foot of the window while its page is longer. Messages and the button of the assistant stand above it. */
export const StickyFooter = styled.div.attrs<{ readonly 'data-foot'?: string }>({ 'data-foot': '' })`
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
