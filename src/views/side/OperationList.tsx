import { useState } from 'react'
import styled from 'styled-components'

import type { OpenApi, Operation } from '../../machines/side/openapi.ts'
import { space } from '../../theme/theme.ts'
import { sideImportWords as words } from '../../words/side-imports.ts'
import { Button } from '../parts/Button.tsx'
import { Hint, Stack } from '../parts/blocks.ts'
import { Field } from '../parts/Field.tsx'

/** Operations that are drawn at once. */
const shownMax = 50

type OperationListProps = { readonly document: OpenApi; readonly onChoose: (operation: Operation) => void }

export function OperationList({ document, onChoose }: OperationListProps) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = document.operations.filter(({ id, summary }) => `${id} ${summary}`.toLowerCase().includes(wanted))
  return (
    <Stack>
      <strong>{document.title}</strong>
      <Field label={words.search} value={search} onWrite={setSearch} />
      <List aria-label={words.operations}>
        {found.slice(0, shownMax).map((operation) => (
          <li key={operation.id}>
            <Button kind="quiet" onPress={() => onChoose(operation)}>
              {words.operation(operation.id, operation.summary)}
            </Button>
          </li>
        ))}
      </List>
      {found.length > shownMax ? <Hint>{words.more(found.length - shownMax)}</Hint> : null}
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
