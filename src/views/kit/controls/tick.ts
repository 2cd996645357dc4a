import styled from 'styled-components'

import { space } from '#src/theme/theme.ts'

/** The place of a box to tick; its label makes it larger than it looks. */
export const Tick = styled.div`
  display: flex;
  & > label {
    display: inline-flex;
    align-items: center;
    gap: ${space[8]};
    margin: -${space[4]};
    padding: ${space[4]};
    cursor: pointer;
  }
`
