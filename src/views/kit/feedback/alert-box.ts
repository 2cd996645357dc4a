import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'

/** What went wrong stands in it, its title first. */
export const AlertBox = styled.div.attrs({ role: 'alert' })`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['danger.border']};
  border-radius: ${radius.card};
  background: ${color['danger.subtle']};
  color: ${color['danger.text']};
  overflow-wrap: anywhere;
`

export const AlertTitle = styled.strong`
  font: ${font.strong};
`
