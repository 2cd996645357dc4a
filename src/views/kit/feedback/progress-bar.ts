import styled from 'styled-components'

import { color, radius } from '#src/theme/theme.ts'

/** How much of something is done, as wide as its place. It needs a name, `value` and `max`. */
export const ProgressBar = styled.progress`
  width: 100%;
  height: 0.5rem;
  border: 0;
  border-radius: ${radius.pill};
  background: ${color['neutral.border']};
  appearance: none;
  overflow: hidden;

  &::-webkit-progress-bar {
    background: ${color['neutral.border']};
  }

  &::-webkit-progress-value {
    background: ${color['brand.solid']};
  }

  &::-moz-progress-bar {
    background: ${color['brand.solid']};
  }
`
