import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styled, { css } from 'styled-components'

import { color, focusRing, font, radius, shadow, space } from '#src/theme/theme.ts'
import { PlainLink } from './Link.tsx'

type ActionMenuProps = {
  /** What can be done, for assistive technology: "More actions". */
  readonly label: string
  readonly children: ReactNode
}

/** The rest of what can be done, behind ⋯: the platform's own popover, left by Escape and by a press beside it. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const id = useId()
  return (
    <Holder role="group" aria-label={label}>
      <Face type="button" popoverTarget={id} aria-label={label} title={label}>
        <Ellipsis aria-hidden="true" />
      </Face>
      <Box id={id} popover="auto" onToggle={placeBelow} onClick={({ currentTarget }) => currentTarget.hidePopover()}>
        {children}
      </Box>
    </Holder>
  )
}

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

const Holder = styled.span`
  display: inline-flex;
`

const Face = styled.button`
  display: inline-grid;
  place-items: center;
  width: 2rem;
  height: 2rem;
  padding: 0;
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  cursor: pointer;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }

  & > svg {
    width: 1rem;
    height: 1rem;
  }
`

const Box = styled.div`
  position: fixed;
  inset: auto;
  min-width: 13.5rem;
  margin: 0;
  padding: ${space[4]};
  border: 1px solid ${color['border.default']};
  border-radius: 8px;
  background: ${color['bg.raised']};
  color: ${color['text.default']};
  box-shadow: ${shadow.popover};
`

const item = css`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  width: 100%;
  min-height: 2rem;
  padding: 0 ${space[8]};
  border: 0;
  border-radius: 4px;
  background: none;
  color: ${color['text.default']};
  font: ${font.body};
  text-align: left;
  text-decoration: none;
  cursor: pointer;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    color: ${color['text.subtle']};
  }
`

/** An entry that does something. */
export function MenuButton({ children, onPress, isDanger = false, isBlocked = false }: MenuButtonProps) {
  return (
    <Entry type="button" aria-disabled={isBlocked} $isDanger={isDanger} onClick={isBlocked ? undefined : onPress}>
      {children}
    </Entry>
  )
}

type MenuButtonProps = {
  readonly children: ReactNode
  readonly onPress: () => void
  /** What it does cannot be undone. */
  readonly isDanger?: boolean
  readonly isBlocked?: boolean
}

const Entry = styled.button<{ readonly $isDanger: boolean }>`
  ${item}
  ${({ $isDanger }) =>
    $isDanger
      ? css`
          color: ${color['danger.text']};

          & > svg {
            color: inherit;
          }
        `
      : undefined}
`

/** An entry that leads elsewhere. */
export const MenuLink = styled(PlainLink)`
  ${item}
`
