// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import type { ConnectorConfig } from '../../../contract/config.ts'
import type { Metrics, MetricsPoint } from '../../../contract/metrics.ts'
import { FlowDiagram } from '../../../src/views/flow/FlowDiagram.tsx'
import { stepsOf } from '../../../src/views/flow/steps.ts'

afterEach(cleanup)

const config: ConnectorConfig = {
  name: 'Orders',
  trigger: { type: 'manual' },
  source: { type: 'http', url: 'https://shop.test/orders', requestMethod: 'GET', auth: { type: 'none' } },
  destination: { type: 'http', url: 'https://crm.test/orders', requestMethod: 'POST', auth: { type: 'none' } },
  dataMapping: [{ id: 'm1', source: 'id', target: 'id', sourcePath: 'id', targetPath: 'id' }],
  enrichment: [],
}
const enriched: ConnectorConfig = {
  ...config,
  enrichment: [
    { id: 'e1', type: 'http', title: 'Customer', url: 'https://crm.test/customers' },
    { id: 'e2', type: 'http', url: 'https://prices.test' },
  ],
}

const point = (minute: number, step: MetricsPoint['step'], calls: number, errors: number, average: number): MetricsPoint => ({
  ...{ step, calls, errors, records: calls, average, p50: average, p95: average },
  at: new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString(),
})
const metricsOf = (...points: MetricsPoint[]): Metrics => ({
  ...{ from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T11:00:00.000Z', resolution: 'minute', points, hosts: [] },
})

const draw = (metrics: Metrics, isActive = true, of = config) =>
  render(<FlowDiagram reading={{ config: of, metrics }} isActive={isActive} status={isActive ? 'Active' : 'Paused'} />)
const step = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement)
const figure = (name: string, of: string) => step(name).getByText(of).nextElementSibling?.textContent

it('shows the steps from the source to the destination, each enrichment by its name', () => {
  draw(metricsOf(), true, enriched)
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Source',
    'Data Mapping',
    'Data Enrichment: Customer',
    'Data Enrichment',
    'Destination',
  ])
})

it('shows calls and errors by the minute and the average latency of the hour, weighted by calls', () => {
  draw(metricsOf(point(0, 'source', 30, 3, 100), point(30, 'source', 90, 3, 500), point(30, 'mapping', 1, 0, 0.4)))
  expect([figure('Source', 'Calls/min'), figure('Source', 'Average latency'), figure('Source', 'Errors/min')]).toEqual([
    '2.0',
    '400 ms',
    '0.1',
  ])
  expect(figure('Data Mapping', 'Calls/min')).toBe('under 0.1')
  expect(figure('Data Mapping', 'Errors/min')).toBe('0.0')
  expect(figure('Data Mapping', 'Average latency')).toBe('under 1 ms')
})

it('invents nothing: a step of which nothing was measured says so', () => {
  draw(metricsOf(point(0, 'source', 60, 0, 10)))
  step('Destination').getByText('No data yet')
  expect(step('Destination').queryByText('Calls/min')).toBeNull()
  expect(step('Source').queryByText('No data yet')).toBeNull()
})

it('says in a word why a step is normal, a warning or an error', () => {
  const metrics = metricsOf(point(54, 'source', 9, 9, 10), point(56, 'destination', 40, 12, 10), point(58, 'mapping', 3, 0, 1))
  draw(metrics)
  step('Source').getByText('Normal')
  step('Source').getByText('No call was measured in the last 5 minutes.')
  step('Data Mapping').getByText('3 calls in the last 5 minutes, no error.')
  step('Destination').getByText('Error')
  step('Destination').getByText('12 of 40 calls failed in the last 5 minutes.')
  cleanup()
  draw(metrics, false)
  step('Source').getByText('Warning')
  step('Source').getByText('Nothing new is started: the connector is not active (Paused).')
  step('Destination').getByText('Error')
})

it('counts an error until it is 5 minutes old', () => {
  const healths = (minute: number) => stepsOf({ config, metrics: metricsOf(point(minute, 'source', 1, 1, 1)) }, true)[0]?.health
  expect(healths(54)).toBe('normal')
  expect(healths(55)).toBe('error')
})

it('says with words whether records flow, not by colour and motion alone', () => {
  const edges = () => [...document.querySelectorAll('[data-edge]')].map((it) => it.getAttribute('data-edge'))
  draw(metricsOf())
  screen.getByText('The connector is active: what its runs read goes along the blue lines.')
  expect(edges()).toEqual(['active', 'active'])
  cleanup()
  draw(metricsOf(), false)
  screen.getByText('The connector is not active (Paused): nothing new is started along the red dashed lines.')
  expect(edges()).toEqual(['idle', 'idle'])
})

it('says that what is measured of several enrichments is measured of all together', () => {
  draw(metricsOf(point(0, 'enrichment', 60, 0, 10)), true, enriched)
  expect(screen.getAllByText(/Measured for all data enrichments together\./)).toHaveLength(2)
})
