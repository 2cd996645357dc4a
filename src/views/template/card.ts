import styled from 'styled-components'

import { color, font, radius, space } from '../../theme/theme.ts'

export const Card = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[12]};
  min-width: 0;
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;
`

export const CardTitle = styled.h2`
  font: ${font.section};
`

export const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr));
  gap: ${space[16]};
  margin: 0;
  padding: 0;
  list-style: none;
`

export const Muted = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;
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

export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`
