import styled from 'styled-components'

import { color, radius, space } from '#src/theme/theme.ts'

/** What may help, or why something failed: an icon and a sentence. */
export const Suggestion = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[12]};
  min-height: 2.25rem;
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.card};
  background: ${color['info.subtle']};

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    color: ${color['info.icon']};
  }

  & > span:not([role='status']) {
    flex: 1 1 12rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`
