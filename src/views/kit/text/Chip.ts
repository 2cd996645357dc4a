import styled from 'styled-components'

import { color, font } from '#src/theme/theme.ts'

/** A short word of a closed set beside others: a permission, a tag. */
export const Chip = styled.span`
  display: inline-block;
  padding: 0 6px;
  border-radius: 4px;
  background: ${color['neutral.subtle']};
  color: ${color['neutral.text']};
  font: ${font.dense};
  line-height: 1.25rem;
  white-space: nowrap;
`
