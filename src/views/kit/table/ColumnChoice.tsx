import { useSelector } from '@xstate/react'
import { Columns3 } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'

import { type ColumnChoiceActor, selectHidden } from '#src/machines/kit/table/column-choice.machine.ts'
import { color, focusRing, font, radius, shadow, space } from '#src/theme/theme.ts'
import { placeBelow } from '../controls/ActionMenu.tsx'
import { Button } from '../controls/Button.tsx'
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
    <Holder>
      <Face type="button" popoverTarget={id} aria-label={messages.columns} title={messages.columns}>
        <Columns3 aria-hidden="true" />
      </Face>
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
    </Holder>
  )
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

const Box = styled.div`
  position: fixed;
  inset: auto;
  width: 13.5rem;
  max-height: 60dvh;
  margin: 0;
  padding: ${space[4]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.raised']};
  color: ${color['text.default']};
  box-shadow: ${shadow.popover};
  overflow: auto;

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
