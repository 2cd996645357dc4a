// @vitest-environment happy-dom
/** What went to each of several destinations, as pages show it, and how one of them is chosen. */
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { PausedDestinations } from '#contract/connectors/details/destination-pause.ts'
import type { DestinationSums } from '#contract/connectors/runs/destination-sums.ts'
import { type DestinationMove, destinationPauseMachine } from '#src/machines/connectors/details/destination-pause.machine.ts'
import { destinationIn } from '#src/machines/connectors/runs/destination-choice.ts'
import { DestinationPause } from '#src/views/connectors/runs/destinations/DestinationPause.tsx'
import { DestinationSelect } from '#src/views/connectors/runs/destinations/DestinationSelect.tsx'
import { DestinationTable } from '#src/views/connectors/runs/destinations/DestinationTable.tsx'

// The table draws the rows that it has room for.
beforeEach(() => {
  for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600)
})
afterEach(() => vi.restoreAllMocks())

const sums = (id: number, of: Partial<DestinationSums>): DestinationSums => ({
  ...{ id, name: null, address: null, isRemoved: false, isPaused: false, recordsRead: 0, recordsDelivered: 0, recordsSkipped: 0 },
  ...{ recordsFailed: 0, recordsUnknown: 0, recordsUnchanged: 0, recordsLeftOut: 0, recordsOpen: 0, ...of },
})
const all = [
  sums(0, { address: 'https://api.hubapi.com/x', recordsRead: 1_200, recordsDelivered: 1_200 }),
  sums(7, { name: 'Fulfilment', address: 'https://f.example.com', recordsRead: 30, recordsFailed: 10, recordsOpen: 20 }),
  sums(9, { isRemoved: true, recordsRead: 2, recordsUnknown: 2 }),
  sums(-1, { recordsRead: 5, recordsLeftOut: 5 }),
]
const named = ['HubSpot', 'Fulfilment', 'Removed destination 9', 'No destination']

it('has a row for each, and no column for what none of them has', () => {
  render(<DestinationTable destinations={all} note="" hrefOf={(id) => `/of/${id}`} />)
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual([...['Destination', 'Records', 'Delivered', 'Failed', 'Unknown', 'Left out', 'Waiting', 'Transactions']])
  for (const [at, name] of named.entries()) {
    const link = screen.getByRole('link', { name: `Show the records of ${name}` })
    expect(link.getAttribute('href')).toBe(`/of/${all[at]?.id}`)
  }
  const row = screen.getByRole('link', { name: /Fulfilment/ }).closest('[role=row]') as HTMLElement
  expect(
    within(row)
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    ...[
      'DestinationFuFulfilment',
      'Records30',
      'Delivered0',
      'Failed10',
      'Unknown0',
      'Left out0',
      'Waiting20',
      'TransactionsShow records',
    ],
  ])
})

it('is paused and resumed, one at a time', async () => {
  const asked: unknown[] = []
  const send = fromPromise<PausedDestinations, DestinationMove>(({ input }) => {
    asked.push(input)
    return new Promise(() => {})
  })
  const actor = createActor(destinationPauseMachine.provide({ actors: { send } }), {
    input: { connectorId: 'c', destination: 0, move: 'pause' },
  }).start()
  const shown = [sums(0, { name: 'ERP' }), sums(7, { name: 'Fulfilment', isPaused: true }), sums(-1, {})]
  const draw = (it: DestinationSums) => <DestinationPause actor={actor} of={it} />
  render(<DestinationTable destinations={shown} note="" hrefOf={() => '/'} drawPause={draw} />)
  expect(screen.getByText('Paused')).toBeDefined()
  expect(screen.getAllByRole('button', { name: /^(?:Pause|Resume) / })).toHaveLength(2)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Resume Fulfilment' }))
  await user.click(screen.getByRole('button', { name: 'Pause ERP' }))
  expect(asked).toEqual([{ connectorId: 'c', destination: 7, move: 'resume' }])
  expect(screen.getByText('Resuming…')).toBeDefined()
})

it('can be resumed after it was removed, because an earlier version may wait for it', () => {
  const shown = [sums(0, { name: 'ERP' }), sums(7, { isRemoved: true, isPaused: true }), sums(9, { isRemoved: true })]
  render(<DestinationTable destinations={shown} note="" hrefOf={() => '/'} drawPause={({ id }) => <i>Move {id}</i>} />)
  expect(screen.getAllByText(/^Move/).map(({ textContent }) => textContent)).toEqual(['Move 0', 'Move 7'])
})

it('offers a retry of what one did not get, once a run is over', () => {
  const shown = [
    sums(0, { name: 'ERP', recordsDelivered: 3 }),
    sums(7, { name: 'Fulfilment', isPaused: true, recordsFailed: 2, recordsUnknown: 1 }),
  ]
  render(<DestinationTable destinations={shown} note="" hrefOf={() => '/'} retryOf={(id) => `/retry/${id}`} />)
  const retries = screen.getAllByRole('link', { name: /^Retry/ })
  expect(retries.map((it) => [it.textContent, it.getAttribute('href')])).toEqual([['Retry 3…', '/retry/7']])
  expect(screen.queryByText('Paused')).toBeNull()
})

it('narrows a list to one of them, to none, and back to all', async () => {
  const chosen: (number | null)[] = []
  const { rerender } = render(
    <DestinationSelect destinations={all.slice(0, 2)} value={null} onChoose={(it) => chosen.push(it)} />,
  )
  const select = screen.getByRole('combobox', { name: 'Destination' })
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([...['All', 'HubSpot', 'Fulfilment', 'No destination']])
  const user = userEvent.setup()
  await user.selectOptions(select, 'Fulfilment')
  await user.selectOptions(select, 'No destination')
  rerender(<DestinationSelect destinations={all.slice(0, 2)} value={9} onChoose={(it) => chosen.push(it)} />)
  expect(screen.getByRole('option', { name: 'Removed destination 9', selected: true })).toBeDefined()
  await user.selectOptions(select, 'All')
  expect(chosen).toEqual([7, -1, null])
})

it.each([
  ['7', 7],
  ['0', 0],
  ['-1', -1],
  ['-2', null],
  ['x', null],
  [null, null],
])('reads %s of an address', (text, id) => {
  expect(destinationIn(text)).toBe(id)
})
