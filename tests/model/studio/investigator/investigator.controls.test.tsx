/** What a person asks of the investigator, and where it stands in the address. */
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { investigatorMachine } from '#src/machines/studio/investigator/investigator.machine.ts'
import {
  blankQuery,
  changed,
  type InvestigatorQuery,
  placeOf,
  queryIn,
} from '#src/machines/studio/investigator/investigator-place.ts'
import type { StudioRange } from '#src/machines/studio/studio.machine.ts'
import { Investigator } from '#src/views/studio/investigator/Investigator.tsx'
import { SearchForm } from '#src/views/studio/investigator/SearchForm.tsx'
import { WiderSearch } from '#src/views/studio/investigator/WiderSearch.tsx'
import { makeRoom } from '../../connectors/list/overviews.ts'
import { foundOf, idOf } from './investigations.ts'

afterEach(cleanup)
beforeAll(makeRoom)

/** Periods that were asked for instead. */
const periods: string[] = []

async function shown(
  query: InvestigatorQuery,
  found = foundOf([1, 2], { total: 42, totalPages: 5, page: query.page }),
  range: StudioRange = {},
) {
  const asked = { connectorId: idOf(0), range: {}, query }
  const machine = investigatorMachine.provide({ actors: { search: fromPromise(async () => found) } })
  const actor = createActor(machine, { input: asked }).start()
  await waitFor(actor, (snapshot) => snapshot.matches('showing'))
  const changes: Partial<InvestigatorQuery>[] = []
  render(
    <Investigator
      actor={actor}
      query={query}
      onQuery={(change) => changes.push(change)}
      drawCard={(id) => <p>Card of {id}</p>}
      drawChoice={() => null}
      file={null}
      wider={<WiderSearch range={range} onPeriod={(period) => periods.push(period)} />}
    />,
  )
  return changes
}

it('asks for a status, a size, an order, a page and a card', async () => {
  const user = userEvent.setup()
  const changes = await shown({ ...blankQuery, page: 2 })
  await user.click(screen.getByRole('button', { name: 'Failed' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50')
  await user.click(screen.getByRole('button', { name: 'Read' }))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  await user.tripleClick(screen.getByRole('spinbutton', { name: 'Page' }))
  await user.keyboard('99{Enter}')
  expect(changes).toEqual([
    ...[{ status: 'failure' }, { pageSize: 50 }, { order: 'oldest' }, { page: 3 }, { page: 1 }, { page: 5 }],
  ])
  expect(screen.getByRole('navigation').textContent).toContain('11 to 12 of 42')
})

it('opens a sheet with the keyboard, goes to its neighbour, closes it with the same key, and shows one that is on no row', async () => {
  const user = userEvent.setup()
  const changes = await shown({ ...blankQuery, open: idOf(2) })
  screen.getByText(`Card of ${idOf(2)}`)
  const [, first, second] = screen.getAllByRole('row')
  first?.focus()
  await user.keyboard('{Enter}')
  second?.focus()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(changes).toEqual([{ open: idOf(1) }, { open: null }, { open: idOf(1) }, { open: null }])
  cleanup()
  await shown({ ...blankQuery, open: idOf(9) })
  screen.getByText(`Card of ${idOf(9)}`)
})

it('says that there is nothing in the words of the specification', async () => {
  await shown({ ...blankQuery, search: 'ORD-9' }, foundOf([]))
  screen.getByText('No transaction data available')
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('searches when it is sent, and resets', async () => {
  const user = userEvent.setup()
  const heard: string[] = []
  render(<SearchForm search="ORD" onSearch={(text) => heard.push(text)} onReset={() => heard.push('reset')} />)
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  expect(box.value).toBe('ORD')
  await user.type(box, '-1 ')
  expect(heard).toEqual([])
  await user.keyboard('{Enter}')
  await user.type(box, ' not sent')
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(box.value).toBe('')
  expect(heard).toEqual(['ORD-1', 'reset'])
})

it('stands in the address, and what is none of its words is as if it were not there', () => {
  const query: InvestigatorQuery = {
    ...{ search: 'a b', status: 'failure', destination: 7, order: 'oldest', page: 3, pageSize: 50, open: idOf(1) },
  }
  expect(queryIn(placeOf(query))).toEqual(query)
  expect(placeOf(blankQuery)).toEqual({
    ...{ q: null, status: null, destination: null, order: null, page: null, size: null, open: null },
  })
  const strange = { q: 'x'.repeat(500), status: 'late', destination: 'ERP', order: 'up', page: '-4', size: '5000', open: null }
  expect(queryIn(strange)).toEqual({ ...blankQuery, search: 'x'.repeat(200) })
})

it('begins another question with its first page and without a card', () => {
  const query = { ...blankQuery, page: 3, open: idOf(1) }
  expect(changed(query, { status: 'failure' })).toEqual({ ...blankQuery, status: 'failure' })
  expect(changed(query, { page: 4 })).toEqual({ ...blankQuery, page: 4 })
  expect(changed(query, { open: idOf(2) })).toEqual({ ...query, open: idOf(2) })
})

const nothing = () => foundOf([], { total: 0, totalPages: 0 })

it('names the time that was searched in vain, and offers longer ones only', async () => {
  const day = 86_400_000
  await shown(blankQuery, nothing(), { past: day })
  screen.getByText('Searched: Past 1 Day.')
  await userEvent.click(screen.getByRole('button', { name: 'Search the last 30 days' }))
  expect(periods).toEqual(['30d'])
  cleanup()
  await shown(blankQuery, nothing(), { past: 7 * day })
  expect(screen.queryByRole('button', { name: 'Search the last 7 days' })).toBeNull()
  cleanup()
  await shown(blankQuery, nothing(), { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' })
  screen.getByText(/^Searched from/, { selector: 'p' })
  screen.getByRole('button', { name: 'Search the last 7 days' })
})

it('says of a search without letters and digits that it contains no word, and offers no other time', async () => {
  for (const search of ['%', '"', '😀', ' - ']) {
    await shown({ ...blankQuery, search }, nothing())
    screen.getByText(/search for symbols only/)
    expect(screen.queryByRole('button', { name: /^Search the last/ })).toBeNull()
    cleanup()
  }
  await shown({ ...blankQuery, search: '%5' }, nothing())
  screen.getByText(/No matches in this period/)
})
