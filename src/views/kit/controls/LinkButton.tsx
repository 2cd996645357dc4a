import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from './Link.tsx'

/** A link that is the one thing to do next, and looks so. */
export const LinkButton = styled(PlainLink)`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  min-height: 2rem;
  padding: 0 ${space[12]};
  border-radius: ${radius.control};
  background: ${color['brand.solid']};
  color: ${color['text.onBrand']};
  font: ${font.strong};
  text-decoration: none;
  ${focusRing}

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
  }

  &:hover {
    background: ${color['brand.solidHover']};
  }

  &:active {
    background: ${color['brand.solidActive']};
  }
`
