/** What cards and forms are made of. */
import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'

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

/** Beside each other, in a second line where there is no room. */
export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`

export const Stack = styled.div`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
`

export const Hint = styled.p`
  color: ${color['text.subtle']};
  font: ${font.dense};
  overflow-wrap: anywhere;

  &:empty {
    display: none;
  }
`

/** Faults and their places. */
export const Listed = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding-left: ${space[16]};
  list-style: disc;
  overflow-wrap: anywhere;
`

/** Text as it is sent; long lines break. */
export const Code = styled.pre`
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.control};
  background: ${color['bg.sunken']};
  font: ${font.code};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

/** Things that are held against each other: beside each other, below each other where there is no room. */
export const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr));
  gap: ${space[8]};

  & > div {
    min-width: 0;
  }
`

/** What stands below it is called so. */
export const SideName = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

/** Why there is nothing else. */
export const Failed = styled.div`
  color: ${color['danger.text']};
  overflow-wrap: anywhere;
`
