// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'

import { samples } from '#src/machines/studio/renderer/samples.ts'
import { PayloadRows } from '#src/views/studio/renderer/PayloadRows.tsx'

afterEach(cleanup)
// The library of charts is large; what a test waits for is the chart.
beforeAll(() => import('#src/views/studio/renderer/chart/PayloadChart.tsx'))

/** Without a layout the table draws the rows that it may draw beyond those in sight. */
const grid = () => screen.getByRole('grid', { name: 'Payload as a table' })
const titles = () =>
  within(grid())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)

it('shows the lines of an order, and the order itself when that is chosen', async () => {
  const user = userEvent.setup()
  render(<PayloadRows text={samples.order} form="table" />)
  expect(grid().getAttribute('aria-rowcount')).toBe('5')
  expect(titles()).toEqual(['No.', 'sku (text)', 'name (text)', 'quantity (number)', 'price (number)', 'packedAt (time)'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), 'Everything (1 row)')
  expect(grid().getAttribute('aria-rowcount')).toBe('2')
  expect(titles()).toContain('customer.name (text)')
})

it('sorts by what is pressed, and turns it round at the second press', async () => {
  const user = userEvent.setup()
  render(<PayloadRows text={samples.order} form="table" />)
  const price = () => screen.getByRole('columnheader', { name: /^price/ })
  await user.click(within(price()).getByRole('button'))
  expect(price().getAttribute('aria-sort')).toBe('ascending')
  await user.click(within(price()).getByRole('button'))
  expect(price().getAttribute('aria-sort')).toBe('descending')
})

it('says when there are no rows, and when there is nothing to draw', async () => {
  const { rerender } = render(<PayloadRows text="[]" form="table" />)
  screen.getByText('No rows')
  rerender(<PayloadRows key="texts" text='["a","b"]' form="chart" />)
  await screen.findByText('No numbers')
})

it('draws a field along the rows, along a time, and by how often its values occur', async () => {
  const user = userEvent.setup()
  render(<PayloadRows text={samples.customer} form="chart" />)
  await screen.findByRole('application', { name: 'total, Row order' })
  const options = [...screen.getByRole<HTMLSelectElement>('combobox', { name: 'Along' }).options]
  expect(options.map(({ text }) => text)).toEqual(['Row order', 'Frequency of each value', 'Time: placedAt'])
  const walk = async (along: string, said: RegExp) => {
    await user.selectOptions(screen.getByRole('combobox', { name: 'Along' }), along)
    screen.getByRole('application', { name: `total, ${along}` }).focus()
    await user.keyboard('{End}')
    screen.getByText(said)
  }
  await walk('Row order', /^Row 4: 184\.4$/)
  await walk('Time: placedAt', /14 March 2026 .*: 184\.4$/)
  await walk('Frequency of each value', /^177\.3 to 184\.4: 1 row$/)
})
