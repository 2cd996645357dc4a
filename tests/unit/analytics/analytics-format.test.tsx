// @vitest-environment happy-dom
/** What is said around the figures is true of them. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { About } from '#src/views/analytics/AnalyticsFrame.tsx'
import { Cards } from '#src/views/analytics/Cards.tsx'
import { analyticsOf, pastHour } from '../../model/kit/samples/figures.ts'

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

it('records that may not have arrived are told beside the error rate, which is not called good then', () => {
  const card = (delivered: number, failed: number, unknown: number) => {
    const sums = { total: delivered + failed + unknown, delivered, failed, skipped: 0, unknown }
    const errorRate = delivered + failed === 0 ? null : (100 * failed) / (delivered + failed)
    render(<Cards of={{ ...figures, volumeAnalysis: { ...figures.volumeAnalysis, sums }, errorAnalysis: { errorRate } }} />)
    const text = screen.getByRole('region', { name: 'Error rate' }).textContent
    cleanup()
    return text
  }
  expect(card(10, 0, 0)).toContain('Up to 1 %')
  expect(card(10, 0, 3)).toContain('0 failed of 10 delivered or failed; 3 more may not have arrived')
  expect(card(10, 0, 3)).not.toContain('Up to 1 %')
  expect(card(1, 1, 3)).toContain('Above 1 %')
  expect(card(0, 0, 1)).toContain('0 failed of 0 delivered or failed; 1 more may not have arrived')
})
