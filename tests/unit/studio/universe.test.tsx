// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import type { Routes } from '#contract/connectors/config/config.ts'
import type { ConnectorReading, StepReading } from '#contract/connectors/details/reading.ts'
import { FlowDiagram } from '#src/views/connectors/details/flow/FlowDiagram.tsx'
import { partsOf, type Stage, stagesOf, throughputOf } from '#src/views/studio/universe/pipeline.ts'
import { UniverseView } from '#src/views/studio/universe/UniverseView.tsx'
import { detailsOf, readingOf, uncalled } from '../../model/studio/studios.ts'

afterEach(cleanup)

const at = '2026-11-20T10:30:00.000Z'
const lookUp = { id: 'e1', type: 'http', title: 'Customer', url: 'https://crm.test/customers' } as const
const records = { delivered: 114, failed: 6, skipped: 50, unknown: 10, open: 20 }
const failing: StepReading = {
  ...{
    step: 'destination',
    level: 'failing',
    newest: { at, calls: 40, errors: 6, failedAt: at, latency: 45, minutes: 5 },
    calls: 120,
    errors: 6,
    latency: 45,
  },
}

const routes: Routes = {
  fit: 'all',
  first: { name: 'ERP' },
  others: [{ id: 3, name: 'Fulfilment', dataMapping: [], destination: { type: 'http', url: 'https://fulfil.test/in' } }],
}

const judged = (level: ConnectorReading['details']['health']['level'], reason: string) => ({
  ...detailsOf('Active'),
  health: { level, reason, runId: null, measuredAt: null },
})

const kinds = (stages: readonly Stage[]) => stages.map(({ kind }) => kind)

describe('the steps of a connector', () => {
  it('are three, and four where records are enriched, however often', () => {
    expect(kinds(stagesOf(readingOf()))).toEqual(['source', 'mapping', 'destination'])
    const four = ['source', 'mapping', 'enrichment', 'destination']
    expect(kinds(stagesOf(readingOf({ details: detailsOf('Active', { enrichment: [lookUp] }) })))).toEqual(four)
    const twice = detailsOf('Active', { enrichment: [lookUp, { ...lookUp, id: 'e2' }] })
    expect(kinds(stagesOf(readingOf({ details: twice })))).toEqual(four)
  })
})

describe('the figures of a time', () => {
  it('have no throughput where nothing was read, and otherwise one of the time that is over', () => {
    expect(throughputOf(readingOf())).toBeNull()
    expect(throughputOf(readingOf({ records }))).toBeCloseTo(1.9)
  })

  it('account for every record once, those on their way included', () => {
    const parts = partsOf(readingOf({ records }))
    expect(parts.map(({ part }) => part)).toEqual(['delivered', 'skipped', 'failed', 'unknown', 'open'])
    expect(parts.reduce((total, { count }) => total + count, 0)).toBe(200)
    expect(partsOf(readingOf())).toEqual([])
  })
})

const draw = (reading: ConnectorReading) => render(<UniverseView reading={reading} />)
const tile = (name: string) => within(screen.getByRole('listitem', { name }))
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const stage = (name: string) => screen.getByRole('heading', { name, level: 3 }).closest('.react-flow__node')?.textContent
const health = () => within(screen.getByRole('region', { name: 'Health' }))

describe('the universe', () => {
  it('says that there is no data where nothing was measured, and shows no number', () => {
    draw(readingOf({ details: judged('noRecentData', 'No completed run in the last 35 days.') }))
    for (const name of ['Throughput', 'Average processing time', 'Success rate']) tile(name).getByText('No data yet')
    expect(screen.getByRole('img', { name: 'What happened to the records: No data yet' })).toBeTruthy()
    expect(fact('Transactions')).toBe('0')
    for (const name of ['Source', 'Data Mapping', 'Destination']) expect(stage(name)).toMatch(/No recent data.*No data yet/)
    health().getByText('No recent data')
    health().getByText('No completed run in the last 35 days.')
    expect(document.body.textContent).not.toMatch(/NaN|Infinity|\d calls|Normal/)
  })

  it('shows one number of records in every place', () => {
    const details = judged('failing', 'Of 120 records, 6 failed in the last completed run.')
    draw(readingOf({ records, details, steps: [uncalled('source'), uncalled('mapping'), failing], lastRecordAt: at }))
    tile('Pipeline status').getByText('Active')
    tile('Throughput').getByText('1.9')
    tile('Throughput').getByText('records/min')
    tile('Throughput').getByText('Average for the period: 114 of 200 records delivered')
    tile('Average processing time').getByText('45 ms')
    tile('Success rate').getByText('95 %')
    tile('Success rate').getByText('6 of 120 failed · 10 unknown')
    expect(fact('Transactions')).toBe('200')
    screen.getByText('Delivered: 114 (57 %)')
    screen.getByText('On their way: 20 (10 %)')
    health().getByText('Failing')
    health().getByText('Of 120 records, 6 failed in the last completed run.')
    // Beside each level stands what it was judged by.
    expect(stage('Destination')).toMatch(/Failing.*120 calls.*6 errors.*Health: .*\d\d:26.* to .*\d\d:30/)
  })

  it('says of a step what the flow says of it, also when nothing was called in the time', () => {
    const quiet = { ...failing, calls: 0, errors: 0, latency: null }
    const reading = readingOf({
      details: judged('failing', 'It failed.'),
      steps: [uncalled('source'), uncalled('mapping'), quiet],
    })
    draw(reading)
    expect(stage('Destination')).toMatch(/Failing.*No calls in this period/)
    cleanup()
    render(<FlowDiagram reading={reading} isActive status="Active" />)
    const step = within(screen.getByRole('heading', { name: 'Destination' }).closest('li') as HTMLElement)
    step.getByText('Failing')
  })

  it('names the enrichment, and the version that runs and not the draft', () => {
    const enriched = detailsOf('Active', { enrichment: [lookUp] })
    draw(
      readingOf({
        details: { ...enriched, config: { ...enriched.config, source: { type: 'http', url: 'https://draft.test' } } },
      }),
    )
    expect(fact('Enrichment')).toBe('Enabled: 1 enrichment')
    expect(stage('Data Enrichment')).toContain('1 enrichment')
    const names = [...document.querySelectorAll('.react-flow__node h3')].map(({ textContent }) => textContent)
    expect(names).toEqual(['Source', 'Data Mapping', 'Data Enrichment', 'Destination'])
    expect(fact('Source')).toBe('ShopHTTP API · https://shop.example.test/orders')
    tile('Pipeline steps').getByText('4')
    screen.getByText('Shows live version 1.')
    cleanup()
    draw(readingOf({ details: detailsOf('Draft') }))
    screen.getByText('Shows the draft. Not deployed yet.')
  })

  it('says, as the flow does, that each item of a list is a line', () => {
    const reading = readingOf({ details: { ...detailsOf('Active'), records: { each: { path: 'lines', empty: 'leaveOut' } } } })
    draw(reading)
    expect(fact('Lines')).toBe('One per item of lines')
    cleanup()
    render(<FlowDiagram reading={reading} isActive status="Active" />)
    screen.getByText(/, one line per item of lines$/)
  })

  it('names every destination', () => {
    draw(readingOf({ details: { ...detailsOf('Active'), routes } }))
    expect(fact('Destination')).toMatch(/^ERP: .*Fulfilment: FulfilHTTP API · https:\/\/fulfil\.test\/in$/)
    expect(fact('Field mappings')).toMatch(/^ERP: .*Fulfilment: None\. Records pass through unchanged$/)
    expect(stage('2 destinations')).toContain('ERP, Fulfilment')
  })

  it('has a diagram of 600 px that nobody can move, its lines dashed while nothing can flow', () => {
    draw(readingOf({ details: detailsOf('Pause') }))
    const paper = screen.getByRole('group', { name: /^Record path/ })
    expect([paper.style.height, paper.dataset['flowing']]).toEqual(['600px', 'false'])
    expect(paper.querySelectorAll('.draggable, .selectable')).toHaveLength(0)
    screen.getByText(/The connector is not active \(Paused\)/)
  })
})
