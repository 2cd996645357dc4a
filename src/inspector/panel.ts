import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '../theme/theme.ts'

/** One of the three columns: a heading that stays and an inside that scrolls. */
export const Panel = styled.section`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  min-width: 0;
  min-height: 0;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow: hidden;
`

export const PanelTitle = styled.h2`
  padding: ${space[8]} ${space[12]};
  border-bottom: 1px solid ${color['border.subtle']};
  font: ${font.strong};
  overflow-wrap: anywhere;
`

/** A row that can be chosen; which one is, `aria-current` says. */
export const rowLook = `
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  column-gap: ${space[8]};
  padding: ${space[4]} ${space[12]};
  border-left: 3px solid transparent;
  color: ${color['text.default']};
  font: ${font.dense};
  text-decoration: none;
  overflow-wrap: anywhere;

  &:hover {
    background: ${color['bg.hover']};
  }

  &[aria-current] {
    border-left-color: ${color['brand.solid']};
    background: ${color['bg.selected']};
  }
`

export const ring = focusRing
