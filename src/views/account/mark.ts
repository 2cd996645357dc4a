import styled from 'styled-components'

import { color, font, radius } from '#src/theme/theme.ts'

/** A short word that sets one row of a table apart: "This device". */
export const Mark = styled.span`
  padding: 0 6px;
  border-radius: ${radius.control};
  background: ${color['brand.subtle']};
  color: ${color['brand.onSubtle']};
  font: ${font.dense};
  white-space: nowrap;
`
