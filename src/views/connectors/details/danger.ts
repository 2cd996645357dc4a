import styled from 'styled-components'

import { color } from '#src/theme/theme.ts'

/** A figure that is bad news. */
export const Danger = styled.span`
  color: ${color['danger.text']};
`
