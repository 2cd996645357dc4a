/** What menus behind an icon are made of: the box below the button, and where that is placed. */
import styled from 'styled-components'

import { color, shadow, space } from '#src/theme/theme.ts'

/** Holds the button and its box. */
export const MenuHolder = styled.span`
  display: inline-flex;
`

export const MenuBox = styled.div`
  position: fixed;
  inset: auto;
  min-width: 13.5rem;
  max-height: 60dvh;
  margin: 0;
  padding: ${space[4]};
  border: 1px solid ${color['border.default']};
  border-radius: 8px;
  background: ${color['bg.raised']};
  color: ${color['text.default']};
  box-shadow: ${shadow.popover};
  overflow: auto;
`

/** Below its button, ending where it ends; above it where there is no room below. */
export function placeBelow({ currentTarget: box, newState }: { readonly currentTarget: HTMLElement; readonly newState: string }) {
  if (newState !== 'open') return
  const face = box.parentElement?.getBoundingClientRect()
  if (face === undefined) return
  const below = face.bottom + 4
  const top = below + box.offsetHeight > innerHeight ? face.top - 4 - box.offsetHeight : below
  box.style.top = `${Math.max(4, top)}px`
  box.style.left = `${Math.max(4, face.right - box.offsetWidth)}px`
}
