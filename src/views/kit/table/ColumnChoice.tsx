import { useSelector } from '@xstate/react'
import { Columns3 } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'

import { type ColumnChoiceActor, selectHidden } from '#src/machines/kit/table/column-choice.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { IconFace } from '../controls/icon-face.ts'
import { MenuBox, MenuHolder, placeBelow } from '../menu/menu-parts.ts'
import { partMessages as messages } from '../parts.messages.ts'

type ColumnChoiceProps = {
  readonly actor: ColumnChoiceActor
  /** All of the table, the first one always shown. */
  readonly columns: readonly { readonly id: string; readonly title: string }[]
}

/** Which columns of a table are shown: a box each, behind a button. */
export function ColumnChoice({ actor, columns }: ColumnChoiceProps) {
  const id = useId()
  const hidden = useSelector(actor, selectHidden)
  return (
    <MenuHolder>
      <IconFace type="button" popoverTarget={id} aria-label={messages.columns} title={messages.columns}>
        <Columns3 aria-hidden="true" />
      </IconFace>
      <Box id={id} popover="auto" role="group" aria-label={messages.columns} onToggle={placeBelow}>
        {columns.slice(1).map((column) => (
          <label key={column.id}>
            <input
              type="checkbox"
              checked={!hidden.includes(column.id)}
              onChange={() => actor.send({ type: 'user.turned', column: column.id })}
            />
            {column.title}
          </label>
        ))}
        <Button kind="quiet" isBlocked={hidden.length === 0} onPress={() => actor.send({ type: 'user.reset' })}>
          {messages.allColumns}
        </Button>
      </Box>
    </MenuHolder>
  )
}

const Box = styled(MenuBox)`
  & > label {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    min-height: 2rem;
    padding: 0 ${space[8]};
    border-radius: 4px;
    font: ${font.body};
    cursor: pointer;
  }

  & > label:hover {
    background: ${color['bg.hover']};
  }
`
