import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { Block } from '../systems/form-parts.tsx'

/** Short fields beside each other. */
export const Short = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 11rem));
  gap: ${space[8]} ${space[12]};
  align-items: start;
`

/** Days of the week to switch on and off. */
export const Days = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};

  & > label {
    display: inline-flex;
    align-items: center;
    height: 2rem;
    padding: 0 ${space[8]};
    border: 1px solid ${color['border.control']};
    border-radius: ${radius.control};
    font: ${font.strong};
    cursor: pointer;
  }

  & > label:has(:checked) {
    border-color: ${color['brand.solid']};
    background: ${color['bg.selected']};
  }

  & > label:has(:disabled) {
    cursor: default;
  }

  & > label:has(:focus-visible) {
    outline: 2px solid ${color['border.focus']};
    outline-offset: 2px;
  }

  & input {
    position: absolute;
    opacity: 0;
    ${focusRing}
  }
`

export const DaysGroup = styled(Block)`
  gap: ${space[4]};

  & > legend {
    padding: 0 0 ${space[4]};
    font: ${font.strong};
  }
`
