import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { OpenApiActor } from '#src/machines/builder/systems/open-api.machine.ts'
import { selectSearch } from '#src/machines/builder/systems/open-api.machine.ts'
import type { OpenApi } from '#src/machines/builder/systems/openapi.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { sideImportMessages as messages } from './side-imports.messages.ts'

/** Operations that are drawn at once. */
const shownMax = 50

type OperationListProps = { readonly actor: OpenApiActor; readonly document: OpenApi }

/** What the document describes, narrowed by a search. */
export function OperationList({ actor, document }: OperationListProps) {
  const search = useSelector(actor, selectSearch)
  const wanted = search.trim().toLowerCase()
  const found = document.operations.filter(({ id, summary }) => `${id} ${summary}`.toLowerCase().includes(wanted))
  return (
    <Stack>
      <strong>{document.title}</strong>
      <Field label={messages.search} value={search} onWrite={(it) => actor.send({ type: 'user.searched', search: it })} />
      <List aria-label={messages.operations}>
        {found.slice(0, shownMax).map((operation) => (
          <li key={operation.id}>
            <Button kind="quiet" onPress={() => actor.send({ type: 'user.choseOperation', operation })}>
              {messages.operation(operation.id, operation.summary)}
            </Button>
          </li>
        ))}
      </List>
      {found.length > shownMax ? <Hint>{messages.more(found.length - shownMax)}</Hint> : null}
    </Stack>
  )
}

const List = styled.ul`
  display: grid;
  gap: ${space[4]};
  max-height: 14rem;
  margin: 0;
  padding: 0;
  list-style: none;
  overflow: auto;
  overflow-wrap: anywhere;

  & button {
    text-align: left;
  }
`
