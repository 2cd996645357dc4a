import styled, { css } from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from './Link.tsx'

const primary = css`
  background: ${color['brand.solid']};
  color: ${color['text.onBrand']};

  &:hover {
    background: ${color['brand.solidHover']};
  }

  &:active {
    background: ${color['brand.solidActive']};
  }
`

const secondary = css`
  border: 1px solid ${color['border.default']};
  background: ${color['bg.surface']};
  color: ${color['text.default']};

  &:hover {
    background: ${color['bg.hover']};
  }
`

/** A link that looks like a button: the one thing to do next, or with `$isQuiet` one beside it. */
export const LinkButton = styled(PlainLink)<{ readonly $isQuiet?: boolean }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  min-height: 2rem;
  padding: 0 ${space[12]};
  border-radius: ${radius.control};
  font: ${font.strong};
  text-decoration: none;
  ${({ $isQuiet }) => ($isQuiet ? secondary : primary)}
  ${focusRing}

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
  }
`
