// @vitest-environment happy-dom
/** What is said around the figures is true of them. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { About } from '../../../src/views/analytics/AnalyticsFrame.tsx'
import { Cards } from '../../../src/views/analytics/Cards.tsx'
import { analyticsOf, pastHour } from '../../model/figures.ts'

afterEach(cleanup)

const figures = analyticsOf({ ...pastHour, zone: 'UTC' }, 30)

it.each([
  ['2026-11-22T10:30:35.000Z', '10:30'],
  ['2026-11-22T10:45:00.000Z', '10:31'],
])('figures that were read at %s end at %s, not after the reading', (readAt, end) => {
  render(<About of={figures} readAt={readAt} />)
  expect(screen.getByText(/by minute/).textContent).toMatch(new RegExp(`^[^.]*\\bto [^.]*\\b${end}, by minute`))
})

it.each([
  [30, 'No record was delivered in this time, so there is no latency to show.'],
  [0, 'no data yet'],
])('without a delivery the card of latency says of %i records that were read: %s', (total, says) => {
  const nothing = { mean: null, p50: null, p95: null, p99: null }
  const sums = { total, delivered: 0, failed: total, skipped: 0, unknown: 0 }
  render(<Cards of={{ ...figures, volumeAnalysis: { ...figures.volumeAnalysis, sums }, latencyAnalysis: nothing }} />)
  const card = screen.getByRole('region', { name: 'Latency' })
  expect(card.textContent).toContain(says)
})
