import styled from 'styled-components'

import { color, space } from '../../theme/theme.ts'

export const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr));
  gap: ${space[16]};
  margin: 0;
  padding: 0;
  list-style: none;
`

export const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr);
  gap: ${space[4]} ${space[12]};
  margin: 0;

  & > dt {
    color: ${color['text.muted']};
  }

  & > dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }
`

export const Plain = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
`
