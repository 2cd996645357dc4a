import styled from 'styled-components'

import { color, focusRing, radius } from '#src/theme/theme.ts'

/** A square button that holds an icon only. */
export const IconFace = styled.button`
  position: relative;
  display: inline-grid;
  place-items: center;
  width: 2rem;
  height: 2rem;
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color['text.muted']};
  cursor: pointer;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
    color: ${color['text.default']};
  }

  & > svg {
    width: 1rem;
    height: 1rem;
  }
`
