import styled from 'styled-components'

import { color, font, space } from '#src/theme/theme.ts'

export const Path = styled.span`
  font: ${font.code};
  overflow-wrap: anywhere;
`

export const Wrong = styled.p`
  color: ${color['danger.text']};
  font: ${font.dense};
  overflow-wrap: anywhere;
`

export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${space[8]};
`

export const Stack = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`
