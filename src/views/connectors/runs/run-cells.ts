import styled from 'styled-components'

import { color } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'

/** The result of a run, which leads to it. */
export const RunLink = styled(PlainLink)`
  color: inherit;
  text-decoration: none;

  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`

/** Records that a run lost, which leads to them. */
export const LostCount = styled(PlainLink)`
  color: ${color['danger.text']};
  font-weight: 600;
`
