import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'

import { narrow, space } from '#src/theme/theme.ts'
import { IconFace } from '../controls/icon-face.ts'
import { MenuBox, MenuHolder, placeBelow } from './menu-parts.ts'

const wide = '@media (min-width: 48rem)'

type PhoneFoldProps = {
  /** The button of a narrow screen: "More actions". */
  readonly label: string
  readonly children: ReactNode
}

/** Tools of a list: in their row where there is room, behind ⋯ on a narrow screen, where they would push the list down. */
export function PhoneFold({ label, children }: PhoneFoldProps) {
  const id = useId()
  return (
    <MenuHolder>
      <Face type="button" popoverTarget={id} aria-label={label} title={label}>
        <Ellipsis aria-hidden="true" />
      </Face>
      <Box id={id} popover="auto" onToggle={placeBelow}>
        {children}
      </Box>
    </MenuHolder>
  )
}

const Face = styled(IconFace)`
  ${wide} {
    display: none;
  }
`

/** Not the menu of a popover where there is room: the same elements stand in the row. */
const Box = styled(MenuBox)`
  ${wide} {
    display: flex;
    position: static;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[8]};
    min-width: 0;
    max-height: none;
    padding: 0;
    border: 0;
    background: none;
    box-shadow: none;
    overflow: visible;
  }

  ${narrow} {
    & button {
      justify-content: flex-start;
      width: 100%;
    }
  }
`
