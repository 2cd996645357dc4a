// @vitest-environment happy-dom
/** What is said around the figures is true of them. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { Cards } from '#src/views/analytics/Cards.tsx'
import { analyticsOf, pastHour } from '../../model/kit/samples/figures.ts'

afterEach(cleanup)

const figures = analyticsOf({ ...pastHour, zone: 'UTC' }, 30)
const text = (name: string) => screen.getByRole('region', { name }).textContent ?? ''

it('names the forecast with its range, and none where the range is too wide to be of use', () => {
  const { trend } = figures.volumeAnalysis
  const wide = trend.forecast.map((it) => ({ ...it, low: 0, high: 4_180 }))
  const { rerender } = render(<Cards of={figures} />)
  expect(text('Volume')).toContain('Forecast, next minute · 80 % range2 1 to 4')
  rerender(<Cards of={{ ...figures, volumeAnalysis: { ...figures.volumeAnalysis, trend: { ...trend, forecast: wide } } }} />)
  expect(text('Volume')).toContain('ForecastNot enough data to forecast yet.')
  rerender(<Cards of={{ ...figures, volumeAnalysis: { ...figures.volumeAnalysis, trend: { ...trend, forecast: [] } } }} />)
  expect(text('Volume')).toContain('ForecastBy what came before.')
})

it('compares with the time before, where that has data', () => {
  const of = (total: number) => ({ ...figures, previous: { ...figures.previous, sums: { ...figures.previous.sums, total } } })
  const { rerender } = render(<Cards of={of(0)} />)
  expect(text('Volume')).toContain('no earlier data')
  rerender(<Cards of={of(20)} />)
  expect(text('Volume')).toContain('50 % more than before')
  rerender(<Cards of={of(60)} />)
  expect(text('Volume')).toContain('50 % less than before')
})

it('without a delivery the card of latency says so, and shows no figure', () => {
  const nothing = { mean: null, p50: null, p95: null, p99: null }
  render(<Cards of={{ ...figures, latencyAnalysis: nothing }} />)
  expect(text('Latency')).toBe('Latency– No records delivered in this period.')
})

it('records that may not have arrived are named beside the error rate', () => {
  const card = (delivered: number, failed: number, unknown: number, unchanged = 0, leftOut = 0) => {
    const sums = { total: delivered + failed + unknown, delivered, failed, skipped: 0, unknown, unchanged, leftOut }
    const errorRate = delivered + failed === 0 ? null : (100 * failed) / (delivered + failed)
    render(<Cards of={{ ...figures, volumeAnalysis: { ...figures.volumeAnalysis, sums }, errorAnalysis: { errorRate } }} />)
    const said = text('Error rate')
    cleanup()
    return said
  }
  expect(card(10, 0, 0)).toContain('0 of 10 failed · no earlier data')
  expect(card(10, 0, 3)).toContain('0 of 10 failed · 3 unknown')
  expect(card(1, 1, 3)).toContain('1 of 2 failed · Above 1 % · 3 unknown')
  expect(card(0, 0, 1)).toContain('no results yet · 1 unknown')
  expect(card(10, 0, 0, 7)).toContain('7 unchanged')
  expect(card(10, 0, 0)).not.toContain('unchanged')
  expect(card(10, 0, 0, 0, 5)).toContain('5 left out')
})
