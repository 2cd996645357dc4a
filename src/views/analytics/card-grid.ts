import styled from 'styled-components'

import { space } from '#src/theme/theme.ts'

/** Cards beside each other. */
export const CardGrid = styled.div`
  display: grid;
  /* As many beside each other as the company chose, where there is room. */
  grid-template-columns: repeat(
    auto-fit,
    minmax(max(min(12rem, 100%), (100% - (var(--cards-per-row, 3) - 1) * ${space[16]}) / var(--cards-per-row, 3)), 1fr)
  );
  gap: ${space[16]};
`
