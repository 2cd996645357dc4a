import { useState } from 'react'
import styled from 'styled-components'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { type ApiOperation, foundOperations } from '../../../machines/help/api-operations.ts'
import { apiOperationsMachine } from '../../../services/help/api-document.actors.ts'
import { space } from '../../../theme/theme.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { apiMessages as messages } from './api.messages.ts'
import { Operation } from './Operation.tsx'

/** Everything that an API key may call, as this server describes it. */
export function ApiSection() {
  const access = useAccess()
  const actor = useMachine(() => apiOperationsMachine(access), [access], { query: {} })
  return (
    <ListFrame<ApiOperation> actor={actor} name={messages.name} isBare empty={<p>{messages.none}</p>}>
      {({ items }) => <Searched operations={items} />}
    </ListFrame>
  )
}

function Searched({ operations }: { readonly operations: readonly ApiOperation[] }) {
  const [search, write] = useState('')
  const found = foundOperations(operations, search)
  const areas = Map.groupBy(found, ({ area }) => area)
  return (
    <Stack>
      <Narrow>
        <Field label={messages.search} hint={messages.searchHint} value={search} onWrite={write} autoComplete="off" />
      </Narrow>
      <Hint role="status">{found.length === 0 ? messages.none : messages.found(found.length)}</Hint>
      {[...areas].map(([area, own]) => (
        <section key={area} aria-label={area}>
          <SectionHeader title={area} />
          <List>
            {own.map((operation) => (
              <li key={operation.id}>
                <Operation operation={operation} />
              </li>
            ))}
          </List>
        </section>
      ))}
    </Stack>
  )
}

const Narrow = styled.div`
  max-width: 24rem;
`

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
`
