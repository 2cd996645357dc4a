import { useMemo } from 'react'

import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { type Choosing, choose, type OpenApi, type Operation } from '#src/machines/builder/systems/openapi.ts'
import type { DescribedList } from '#src/machines/builder/systems/openapi-list.ts'
import type { SideChange } from '#src/machines/builder/systems/side-config.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Listed, Row, Stack } from '../../kit/layout/blocks.ts'
import { sideMessages } from './side.messages.ts'
import { sideImportMessages as messages } from './side-imports.messages.ts'

type ChosenOperationProps = {
  readonly document: OpenApi
  readonly operation: Operation
  readonly choosing: Choosing
  readonly onUse: (change: SideChange, fields: readonly ShapeField[], list: DescribedList | null) => void
  readonly onAnother: () => void
}

/** What an operation would fill in, before it does. */
export function ChosenOperation({ document, operation, choosing, onUse, onAnother }: ChosenOperationProps) {
  const { side, auth, base } = choosing
  const { change, fields, list, notes } = useMemo(
    () => choose(document, operation, { side, auth, base }),
    [document, operation, side, auth, base],
  )
  return (
    <Stack>
      <p>
        <code>{messages.request(operation.method, change.url ?? '')}</code>
      </p>
      <p>{messages.fieldsFound(fields.length)}</p>
      {list === null ? null : (
        <p>
          {messages.listFound(list.path)} {list.paging === null ? messages.noPaging : messages.pagingFound(list.paging)}
        </p>
      )}
      {change.auth === undefined ? null : <p>{messages.authSet(sideMessages.authTypes[change.auth.type])}</p>}
      {notes.length === 0 ? null : (
        <Listed>
          {notes.map(({ note, at }) => (
            <li key={`${note} ${at}`}>
              {messages.notes[note]} <code>{at}</code>
            </li>
          ))}
        </Listed>
      )}
      <Row>
        <Button kind="primary" onPress={() => onUse(change, fields, list)}>
          {messages.use}
        </Button>
        <Button onPress={onAnother}>{messages.another}</Button>
      </Row>
    </Stack>
  )
}
