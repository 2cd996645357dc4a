/** A chart of an answer: its figures can be read without seeing it. */
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import type { AnswerChart as Chart } from '#contract/assistant/chart.ts'
import { AnswerChart } from '#src/views/assistant/AnswerChart.tsx'

afterEach(cleanup)

const readAt = '2026-11-25T10:00:00.000Z'
const day = (at: string, values: number[], isOpen = false) => ({
  at: `${at}T00:00:00.000Z`,
  name: '',
  values,
  isOpen,
  href: '/x',
})
const course: Chart = {
  ...{ kind: 'time', title: 'Records per day', interval: 'day', zone: 'UTC', series: ['delivered', 'failed'] },
  points: [day('2026-11-24', [1_200, 3]), day('2026-11-25', [40, 0], true)],
}
const place = (name: string, values: number[]) => ({ at: null, name, values, isOpen: false, href: `/details/${name}` })
const comparison: Chart = {
  ...{ kind: 'comparison', title: 'Failed records by connector', interval: null, zone: 'UTC', series: ['failed'] },
  points: [place('Orders', [12]), place('<b>Leads</b>', [4])],
}
const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent)

it('over time has a table behind it', async () => {
  render(<AnswerChart chart={course} readAt={readAt} />)
  await userEvent.click(screen.getByRole('button', { name: 'Records per day as a table' }))
  expect(rows(screen.getByRole('table'))).toEqual(['TimeDeliveredFailed', 'Wed, 25 Nov 2026400', 'Tue, 24 Nov 20261,2003'])
})

it('side by side is a table with a link for each row', () => {
  render(<AnswerChart chart={comparison} readAt={readAt} />)
  expect(rows(screen.getByRole('table', { name: /^Failed records by connector/ }))).toEqual([
    'NameFailed',
    'Orders12',
    '<b>Leads</b>4',
  ])
  expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/details/Orders')
})
