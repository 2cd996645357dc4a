import styled from 'styled-components'

import { space } from '#src/theme/theme.ts'

/** The place of a box to tick; its label makes it larger than it looks. */
export const Tick = styled.div`
  & > label {
    display: inline-block;
    margin: -${space[4]};
    padding: ${space[4]};
    cursor: pointer;
  }
`
