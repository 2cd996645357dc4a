// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import { Charts } from '#src/views/analytics/Charts.tsx'
import { figureFileOf } from '#src/views/analytics/figure-file.ts'
import { analyticsOf, pastDay, pastHour } from '../../model/kit/samples/figures.ts'

afterEach(cleanup)

const hour = analyticsOf(pastHour, 120)

const readAt = '2026-11-22T10:30:30.000Z'
const said = () => document.activeElement?.querySelector('[aria-live]')?.textContent

it('draws what was delivered and failed, the running minute and what is expected', async () => {
  const user = userEvent.setup()
  render(<Charts of={hour} readAt={readAt} />)
  screen.getByRole('application', { name: 'Records per minute' }).focus()
  await user.keyboard('{Home}')
  expect(said()).toBe('22 Nov, 10:31: Delivered 1, Failed 1')
  await user.keyboard('{End}')
  expect(said()).toBe('22 Nov, 11:31: Expected about 2 (1 to 4)')
  await user.keyboard('{ArrowLeft}')
  expect(said()).toBe('22 Nov, 11:30: Delivered 2, Failed 0, still running')
  screen.getByRole('application', { name: 'Average latency' }).focus()
  await user.keyboard('{Home}')
  expect(said()).toBe('22 Nov, 10:31: This time not measured, Time before 1.9 s')
})

it('expects nothing where the range is too wide to be of use', async () => {
  const { trend } = hour.volumeAnalysis
  const forecast = trend.forecast.map((it) => ({ ...it, low: 0, high: 4_180 }))
  const wide = { ...hour, volumeAnalysis: { ...hour.volumeAnalysis, trend: { ...trend, forecast } } }
  const user = userEvent.setup()
  render(<Charts of={wide} readAt={readAt} />)
  screen.getByRole('application', { name: 'Records per minute' }).focus()
  await user.keyboard('{End}')
  expect(said()).toBe('22 Nov, 11:30: Delivered 2, Failed 0, still running')
})

it('draws no latency where none was measured', () => {
  render(<Charts of={analyticsOf(pastDay, 0)} readAt={readAt} />)
  expect(screen.queryByRole('application', { name: 'Average latency' })).toBeNull()
  screen.getByText('No records delivered in this period.')
})

it('saves each period once, oldest first, the forecast at the end', () => {
  const [name, rows] = figureFileOf(hour)
  expect(name).toBe('figures-2026-11-22T0931Z-2026-11-22T1031Z.csv')
  expect(rows).toHaveLength(62)
  expect(rows[0]?.[0]).toBe('Period begins (UTC)')
  expect(rows[1]).toEqual(['2026-11-22T09:31:00.000Z', 2, 1, 1, null, null, null, null])
  expect(rows[60]).toEqual(['2026-11-22T10:30:00.000Z', 2, 2, 0, 2_400, null, null, null])
  expect(rows[61]).toEqual(['2026-11-22T10:31:00.000Z', null, null, null, null, 2, 1, 4])
})

it('enlarges the part that was marked, to the end of its last period', async () => {
  const user = userEvent.setup()
  const parts: (readonly string[])[] = []
  render(<Charts of={hour} readAt={readAt} onZoom={(...part) => parts.push(part)} />)
  const latency = screen.getByRole('application', { name: 'Average latency' })
  latency.focus()
  await user.keyboard('{End}{Shift>}{ArrowLeft}{/Shift}{Enter}')
  expect(parts).toEqual([['2026-11-22T10:29:00.000Z', '2026-11-22T10:31:00.000Z']])
})
