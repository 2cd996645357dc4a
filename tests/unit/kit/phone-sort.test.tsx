// @vitest-environment happy-dom
/** A table is sorted on a narrow screen too, where its head is not shown. */
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import { PhoneSort } from '#src/views/kit/table/PhoneSort.tsx'

afterEach(cleanup)

const columns = [
  { id: 'name', title: 'Name' },
  { id: 'at', title: 'Last run' },
]
// What a wide screen does not show: no style of a narrow one is applied here.
const hidden = { hidden: true }

function shown(sort?: Parameters<typeof PhoneSort>[0]['sort']) {
  const sorted: string[] = []
  render(<PhoneSort columns={columns} sort={sort} onSort={(by) => sorted.push(by)} />)
  return sorted
}

it('sorts by another column, and turns the direction of the one it is sorted by', async () => {
  const sorted = shown({ by: 'at', direction: 'descending' })
  const select = screen.getByRole<HTMLSelectElement>('combobox', { ...hidden, name: 'Sort by' })
  expect([...select.options].map(({ text }) => text)).toEqual(['Name', 'Last run'])
  expect(select.value).toBe('at')
  await userEvent.selectOptions(select, 'name')
  await userEvent.click(screen.getByRole('button', { ...hidden, name: 'Descending. Press for ascending.' }))
  expect(sorted).toEqual(['name', 'at'])
})

it('says that the table is not sorted, and has no direction then', async () => {
  const sorted = shown()
  const select = screen.getByRole<HTMLSelectElement>('combobox', { ...hidden, name: 'Sort by' })
  expect([...select.options].map(({ text }) => text)).toEqual(['Not sorted', 'Name', 'Last run'])
  expect(screen.queryByRole('button', hidden)).toBeNull()
  await userEvent.selectOptions(select, 'at')
  expect(sorted).toEqual(['at'])
})
