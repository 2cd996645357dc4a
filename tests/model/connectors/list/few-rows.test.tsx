/** A short list is drawn as a whole; keys go through it as through a long one. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import { FewRows } from '#src/views/connectors/list/FewRows.tsx'
import { dataColumns } from '#src/views/connectors/list/OverviewCells.tsx'
import { OverviewTable } from '#src/views/connectors/list/OverviewTable.tsx'
import { itemOf, pageOf, plainQuery } from './overviews.ts'

afterEach(cleanup)

it('walks through a short list by keys, opens a row and chooses one', async () => {
  const items = ['Orders', 'Customers', 'Prices'].map((name, at) => itemOf(at, name))
  const [opened, turned]: [string[], string[]] = [[], []]
  render(
    <OverviewTable
      {...{ rows: FewRows, columns: dataColumns, page: pageOf(items), query: plainQuery, onSort: null, onVisible: () => {} }}
      choice={{
        ...{ count: 0, isOpen: true, isFull: false, isChosen: () => false, onAll: () => {}, onNone: () => {} },
        onTurn: ({ name }) => turned.push(name),
      }}
      onOpen={(id) => opened.push(id)}
    />,
  )
  const user = userEvent.setup()
  await act(async () => screen.getAllByRole('row')[1]?.focus())
  await user.keyboard('{End}')
  await expect.poll(() => document.activeElement?.textContent).toContain('Prices')
  await user.keyboard('{Enter}{ }')
  expect([opened, turned]).toEqual([[items[2]?.id], ['Prices']])
})
