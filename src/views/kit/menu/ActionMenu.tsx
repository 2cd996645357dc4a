import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styled, { css } from 'styled-components'

import { color, focusRing, font, space } from '#src/theme/theme.ts'
import { IconFace } from '../controls/icon-face.ts'
import { PlainLink } from '../controls/Link.tsx'
import { MenuBox, MenuHolder, placeBelow } from './menu-parts.ts'

type ActionMenuProps = {
  /** What can be done, for assistive technology: "More actions". */
  readonly label: string
  readonly children: ReactNode
}

/** The rest of what can be done, behind ⋯: the platform's own popover, left by Escape and by a press beside it. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const id = useId()
  return (
    <MenuHolder role="group" aria-label={label}>
      <Face type="button" popoverTarget={id} aria-label={label} title={label}>
        <Ellipsis aria-hidden="true" />
      </Face>
      <MenuBox id={id} popover="auto" onToggle={placeBelow} onClick={({ currentTarget }) => currentTarget.hidePopover()}>
        {children}
      </MenuBox>
    </MenuHolder>
  )
}

const Face = styled(IconFace)`
  border: 1px solid ${color['border.default']};
  background: ${color['bg.surface']};
  color: inherit;
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

/** An entry that leads out of the console, to a program of the person. */
export const MenuOutLink = styled.a`
  ${item}
`

/** An entry that leads elsewhere. */
export const MenuLink = styled(PlainLink)`
  ${item}
`
