// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import { Charts } from '#src/views/analytics/Charts.tsx'
import { FigurePanel } from '#src/views/analytics/FigurePanel.tsx'
import { analyticsOf, pastDay, pastHour } from '../../model/kit/samples/figures.ts'

afterEach(cleanup)

const hour = analyticsOf(pastHour, 120)

it('is walked with the arrow keys, and each point is said', async () => {
  const user = userEvent.setup()
  render(<Charts of={hour} />)
  await user.tab()
  const volume = within(screen.getByRole('figure', { name: 'Volume over time' }))
  expect(document.activeElement).toBe(volume.getByRole('application', { name: 'Volume over time' }))
  await user.keyboard('{ArrowRight}')
  const line = volume.getByText('22 Nov, 10:31: 2 records, 1 delivered, 1 failed')
  expect(line.getAttribute('aria-live')).toBe('polite')
  await user.keyboard('{ArrowRight}')
  expect(line.textContent).toBe('22 Nov, 10:32: 2 records, 2 delivered, 0 failed')
  await user.keyboard('{End}')
  expect(line.textContent).toBe('22 Nov, 11:31, forecast: about 2, 1 to 4')
  await user.keyboard('{ArrowRight}{ArrowLeft}')
  expect(line.textContent).toBe('22 Nov, 11:30: 2 records, 2 delivered, 0 failed')
  await user.keyboard('{Home}{PageDown}{PageUp}')
  expect(line.textContent).toBe('22 Nov, 10:41: 2 records, 2 delivered, 0 failed')
  await user.keyboard('{Escape}')
  expect(line.textContent).toBe('')
})

it('says where no latency was measured, and shows no chart where there is none at all', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Charts of={hour} />)
  await user.tab()
  await user.tab()
  const latency = within(screen.getByRole('figure', { name: 'Latency over time' }))
  await user.keyboard('{Home}')
  latency.getByText('22 Nov, 10:31: nothing measured')
  await user.keyboard('{End}')
  latency.getByText('22 Nov, 11:30: 2.4 s')
  rerender(<Charts of={analyticsOf(pastDay, 0)} />)
  expect(screen.queryByRole('figure', { name: 'Latency over time' })).toBeNull()
  screen.getByText('No record was delivered in this time, so there is no latency to show.')
})

it('saves each period once, oldest first, the forecast at the end', async () => {
  const user = userEvent.setup()
  const saved: [string, readonly (readonly unknown[])[]][] = []
  const draw = (isTable: boolean) => (
    <FigurePanel of={hour} isTable={isTable} onTable={() => {}} onSave={(...file) => saved.push(file)} charts={() => null} />
  )
  render(draw(false))
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  const [name, rows = []] = saved[0] ?? []
  expect(name).toBe('figures-2026-11-22T0931Z-2026-11-22T1031Z.csv')
  expect(rows).toHaveLength(62)
  expect(rows[0]?.[0]).toBe('Period begins (UTC)')
  expect(rows[1]).toEqual(['2026-11-22T09:31:00.000Z', 2, 1, 1, null, null, null, null])
  expect(rows[60]).toEqual(['2026-11-22T10:30:00.000Z', 2, 2, 0, 2_400, null, null, null])
  expect(rows[61]).toEqual(['2026-11-22T10:31:00.000Z', null, null, null, null, 2, 1, 4])
})
