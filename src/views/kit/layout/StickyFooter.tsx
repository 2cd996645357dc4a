import styled from 'styled-components'

import { color, narrow, space } from '#src/theme/theme.ts'

/** Stays at the foot of the window while its page is longer. Messages and the button of the assistant stand above it. */
export const StickyFooter = styled.div.attrs<{ readonly 'data-foot'?: string }>({ 'data-foot': '' })`
  position: sticky;
  z-index: 1;
  bottom: 0;
  /* A grid would stretch it over its negative margin. */
  align-self: end;
  /* Over the free space at the end of every page. */
  margin-bottom: -88px;
  padding: ${space[12]} 0;
  border-top: 1px solid ${color['border.subtle']};
  background: ${color['bg.surface']};

  /* Nothing is unsaved: only a screen reader still finds it, so that it hears what comes next. */
  &:has(> [data-clean]) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  ${narrow} {
    margin-bottom: -96px;
    padding-block: ${space[8]};
  }
`
