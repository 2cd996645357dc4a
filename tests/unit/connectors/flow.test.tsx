// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import type { Routes } from '#contract/connectors/config/config.ts'
import type { StepReading } from '#contract/connectors/details/reading.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { FlowDiagram } from '#src/views/connectors/details/flow/FlowDiagram.tsx'
import { ConnectorSub } from '#src/views/connectors/details/head/ConnectorSub.tsx'
import { detailsOf, readingOf, uncalled } from '../../model/studio/studios.ts'

afterEach(cleanup)

const plain = detailsOf('Active')
const enriched = detailsOf('Active', {
  enrichment: [
    { id: 'e1', type: 'http', title: 'Customer', url: 'https://crm.test/customers' },
    { id: 'e2', type: 'http', url: 'https://prices.test' },
  ],
})
const [at, kinds] = ['2026-11-20T10:56:00.000Z', ['source', 'enrichment', 'mapping', 'destination'] as const]

const failedAt = '2026-11-20T10:54:00.000Z'

/** The figures of the newest minutes are told; those of the hour are of other windows and are not. */
const called = (step: StepReading['step'], calls: number, errors: number, latency: number, minutes = 5): StepReading => ({
  ...{
    step,
    calls: calls + 900,
    errors: errors + 100,
    latency: 9_999,
    newest: { at, calls, errors, failedAt: errors === 0 ? null : failedAt, latency, minutes },
    level: errors === 0 ? 'healthy' : 'failing',
  },
})

const draw = (measured: readonly StepReading[] = [], isActive = true, details = plain) => {
  const steps = kinds
    .filter((step) => step !== 'enrichment' || details.enrichment.length > 0)
    .map((step) => measured.find((it) => it.step === step) ?? uncalled(step))
  render(<FlowDiagram reading={readingOf({ details, steps })} isActive={isActive} status={isActive ? 'Active' : 'Paused'} />)
}
const step = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement)
const figure = (name: string, of: string) => step(name).getByText(of).nextElementSibling?.textContent

it('shows the steps from the source to the destination, each enrichment by its name', () => {
  draw([], true, enriched)
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Source',
    'Data Mapping',
    'Data Enrichment: Customer · Runs before mapping',
    'Data Enrichment · Runs before mapping',
    'Destination',
  ])
})

it('divides by the minutes that had calls, where there were fewer than are looked at', () => {
  draw([called('source', 10, 2, 400, 2)])
  expect([figure('Source', 'Calls/min'), figure('Source', 'Errors/min')]).toEqual(['5', '1'])
})

it('shows calls and errors by the minute and the average latency of the minutes that it names', () => {
  draw([called('source', 10, 1, 400), called('mapping', 10, 0, 0.4), called('destination', 20_000, 0, 1)])
  expect([figure('Source', 'Calls/min'), figure('Source', 'Average latency'), figure('Source', 'Errors/min')]).toEqual([
    '2',
    '400 ms',
    '0.2',
  ])
  expect(figure('Data Mapping', 'Records/min')).toBe('2')
  expect(figure('Data Mapping', 'Errors/min')).toBe('0')
  expect(figure('Data Mapping', 'Average latency')).toBe('under 1 ms')
})

it('invents nothing: a step of which nothing was measured says so, in no green word', () => {
  draw([called('source', 60, 0, 10)])
  step('Destination').getByText('No recent data')
  step('Destination').getByText('No calls in the last 35 days.')
  step('Destination').getByText('No data yet')
  expect(step('Destination').queryByText('Calls/min')).toBeNull()
  expect(step('Source').queryByText('No data yet')).toBeNull()
  expect(document.body.textContent).not.toContain('Normal')
})

it('says by which calls a step is judged, also long after them and while nothing is started', () => {
  const failed = { ...called('destination', 40, 32, 10), calls: 0, errors: 0, latency: null }
  const says = (name: string) => screen.getByRole('heading', { name }).closest('li')?.textContent
  for (const isActive of [true, false]) {
    draw([called('source', 9, 0, 10), called('mapping', 1, 1, 1), failed], isActive)
    expect(says('Source')).toMatch(/Healthy.*9 calls, 0 failed · 20 Nov, \d\d:52–20 Nov, \d\d:56$/)
    expect(says('Data Mapping')).toMatch(/Failing.*1 record, 1 failed · /)
    expect(says('Destination')).toMatch(/Failing.*40 calls, 32 failed · .*:52–.*:56$/)
    cleanup()
  }
})

const openRun: Run = {
  ...{ runId: 'r1', connectorId: 'orders', version: 1, trigger: 'manual', status: 'running', result: null, error: null },
  ...{
    statusSince: at,
    statusReason: 'It reads.',
    statusNext: '',
    waiting: null,
    isReadToEnd: false,
    startedAt: at,
    endedAt: null,
    pagesRead: 3,
  },
  ...{
    recordsRead: 240,
    sourceRecordsRead: null,
    recordsDelivered: 50,
    recordsSkipped: 0,
    recordsFailed: 0,
    recordsUnknown: 0,
    recordsUnchanged: 0,
    recordsLeftOut: 0,
    recordsPossiblyTwice: 0,
  },
}

it('counts along with the first run until its calls are measured, and says nothing of a run that is over', () => {
  const steps = [uncalled('source'), uncalled('mapping'), uncalled('destination')]
  render(<FlowDiagram reading={readingOf({ steps, newestRun: openRun })} isActive status="Active" />)
  step('Source').getByText('240 records read so far')
  step('Destination').getByText('50 records delivered so far')
  expect(screen.getAllByText('Running')).toHaveLength(3)
  expect(screen.queryByText(/No call|No data/)).toBeNull()
  cleanup()
  const ended = { ...openRun, status: 'succeeded' as const, endedAt: at }
  render(<FlowDiagram reading={readingOf({ steps, newestRun: ended })} isActive status="Active" />)
  expect(screen.queryByText(/so far/)).toBeNull()
})

it('says that an enrichment runs before the mapping that it stands behind', () => {
  draw([], true, enriched)
  expect(screen.getAllByText(/Runs before mapping$/, { selector: 'span' })).toHaveLength(2)
})

it('says with words whether records flow, not by colour and motion alone', () => {
  const edges = () => [...document.querySelectorAll('[data-edge]')].map((it) => it.getAttribute('data-edge'))
  draw()
  screen.getByText('Averages per active minute over the last 5 active minutes')
  expect(edges()).toEqual(['active', 'active'])
  cleanup()
  draw([], false)
  screen.getByText('Connector not active (Paused)')
  expect(edges()).toEqual(['idle', 'idle'])
})

it('breaks the way at the system that an open run does not reach', () => {
  const edges = (waiting: Run['waiting'], isActive = true) => {
    cleanup()
    const steps = [uncalled('source'), uncalled('mapping'), uncalled('destination')]
    const reading = readingOf({ steps, newestRun: { ...openRun, waiting } })
    render(<FlowDiagram reading={reading} isActive={isActive} status="Active" />)
    return [...document.querySelectorAll('[data-edge]')].map((it) => it.getAttribute('data-edge'))
  }
  const away: NonNullable<Run['waiting']> = {
    ...{ kind: 'away', since: at, side: 'destination', system: 'CRM', pace: null, endsAt: null, nextAt: at },
    ...{ checkedEvery: 30, reason: 'HTTP 503', recordsWaiting: 218 },
  }
  expect(edges({ ...away, side: 'destination' })).toEqual(['active', 'away'])
  expect(edges({ ...away, side: 'source' })).toEqual(['away', 'active'])
  expect(edges({ ...away, kind: 'limited', side: 'destination' })).toEqual(['active', 'active'])
  expect(edges({ ...away, side: 'destination' }, false)).toEqual(['idle', 'idle'])
  screen.getByText('Not reachable')
  edges({ ...away, lastStatus: 503 })
  screen.getByText('Not accepting records')
  edges({ ...away, side: 'source', lastStatus: 200 })
  screen.getByText('Not returning data')
  // It takes records: only some of them wait.
  expect(edges({ ...away, kind: 'delayed' })).toEqual(['active', 'active'])
  screen.getByText('Some records delayed')
  expect(screen.queryByText('Not reachable')).toBeNull()
})

it('says of a mapping without lines what becomes of the records', () => {
  const mapped = (lines: number) => {
    cleanup()
    draw([], true, { ...plain, dataMapping: Array.from({ length: lines }, () => ({})) } as unknown as typeof plain)
    return step('Data Mapping').queryByText(/field|unchanged/)?.textContent
  }
  expect([mapped(0), mapped(1), mapped(2)]).toEqual(['Records pass through unchanged', '1 field mapped', '2 fields mapped'])
})

it('says that what is measured of several enrichments is measured of all together', () => {
  draw([called('enrichment', 60, 0, 10)], true, enriched)
  expect(screen.getAllByText(/ · all enrichments together$/)).toHaveLength(2)
})

const routes: Routes = {
  fit: 'all',
  first: { name: 'ERP' },
  others: [{ id: 3, name: 'Fulfilment', dataMapping: [], destination: { type: 'http', url: 'https://fulfil.test/in' } }],
}

it('names every destination, here and in the header, and says that figures are of all of them', () => {
  draw([called('destination', 60, 0, 10)], true, { ...plain, routes })
  const all = step('2 destinations')
  expect([all.getByText('ERP'), all.getByText('Fulfilment').parentElement?.title]).toEqual([
    expect.anything(),
    'https://fulfil.test/in',
  ])
  all.getByText(/ · all destinations together$/)
  cleanup()
  render(<ConnectorSub of={{ ...plain, routes }} run={null} />)
  expect(document.body.textContent).toMatch(/ERPand 1 more·/)
})
