import styled from 'styled-components'

import { space } from '#src/theme/theme.ts'

/** Parts of a tab below each other. */
export const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
`
