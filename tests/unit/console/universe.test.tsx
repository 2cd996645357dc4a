// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import type { Statistic } from '../../../contract/analytics.ts'
import type { ConnectorConfig } from '../../../contract/config.ts'
import type { Metrics, MetricsPoint } from '../../../contract/metrics.ts'
import { healthOf, type Stage, stagesOf, throughputOf, type UniverseReading } from '../../../src/views/universe/pipeline.ts'
import { UniverseView } from '../../../src/views/universe/UniverseView.tsx'
import { detailsOf } from '../../model/studios.ts'

afterEach(cleanup)

const [from, to] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']
const now = Date.parse(to)

const point = (step: MetricsPoint['step'], calls: number, errors: number, average: number): MetricsPoint => ({
  ...{ at: from, step, calls, errors, records: calls, average, p50: average, p95: average },
})
const metricsOf = (...points: MetricsPoint[]): Metrics => ({ from, to, resolution: 'minute', points, hosts: [] })

const nothing: Statistic = {
  integrationId: 'orders',
  ...{ startDate: from, endDate: to, errorRate: null, lastRecordAt: null },
  sums: { total: 0, delivered: 0, failed: 0, skipped: 0, unknown: 0 },
  latency: { mean: null, p50: null, p95: null, p99: null },
}
const some: Statistic = {
  ...{ ...nothing, errorRate: 5, lastRecordAt: from },
  sums: { total: 200, delivered: 114, failed: 6, skipped: 50, unknown: 10 },
  latency: { mean: 45, p50: 40, p95: 90, p99: 120 },
}
const lookUp = { id: 'e1', type: 'http', title: 'Customer', url: 'https://crm.test/customers' } as const
const enrichedBy = (...enrichment: ConnectorConfig['enrichment']): ConnectorConfig => ({
  ...detailsOf('Active').config,
  enrichment,
})

const kinds = (stages: readonly Stage[]) => stages.map(({ kind }) => kind)
const healths = (metrics: Metrics) => stagesOf({ config: enrichedBy(), metrics }).map(({ health }) => health)

describe('the steps of a connector', () => {
  it('are three, and four where records are enriched, however often', () => {
    const metrics = metricsOf()
    expect(kinds(stagesOf({ config: enrichedBy(), metrics }))).toEqual(['source', 'mapping', 'destination'])
    const four = ['source', 'enrichment', 'mapping', 'destination']
    expect(kinds(stagesOf({ config: enrichedBy(lookUp), metrics }))).toEqual(four)
    expect(kinds(stagesOf({ config: enrichedBy(lookUp, { ...lookUp, id: 'e2' }), metrics }))).toEqual(four)
  })

  it('have figures only where something was called, weighted by the calls', () => {
    const metrics = metricsOf(point('source', 30, 0, 10), point('source', 90, 3, 50))
    const [source, mapping] = stagesOf({ config: enrichedBy(), metrics })
    expect(source?.figures).toEqual({ calls: 120, latency: 40, errors: 3 })
    expect(mapping).toMatchObject({ figures: null, health: 'none' })
  })

  it('are normal without an error, a warning up to 1 % of errors or above 2 s, in error above', () => {
    expect(healths(metricsOf(point('source', 100, 0, 2_000)))[0]).toBe('normal')
    expect(healths(metricsOf(point('source', 100, 0, 2_001)))[0]).toBe('warning')
    expect(healths(metricsOf(point('source', 100, 1, 10)))[0]).toBe('warning')
    expect(healths(metricsOf(point('source', 100, 2, 10)))[0]).toBe('error')
  })
})

describe('the figures of a time', () => {
  it('have no throughput where nothing was read, and otherwise one of the time that is over', () => {
    expect(throughputOf(nothing, now)).toBeNull()
    expect(throughputOf(some, now)).toBeCloseTo(1.9)
    expect(throughputOf(some, now - 30 * 60_000)).toBeCloseTo(3.8)
    expect(throughputOf(some, Date.parse(from))).toBeNull()
  })

  it('account for every record once', () => {
    const parts = healthOf(some)
    expect(parts.map(({ part }) => part)).toEqual(['delivered', 'skipped', 'failed', 'unknown', 'open'])
    expect(parts.reduce((total, { count }) => total + count, 0)).toBe(some.sums.total)
    expect(healthOf(nothing)).toEqual([])
  })
})

function draw(more: Partial<UniverseReading>, total: number | null) {
  const details = more.details ?? detailsOf('Active')
  const reading = { details, config: details.config, statistic: nothing, metrics: metricsOf(), ...more }
  const count = total === null ? null : { total, newestAt: null, readAt: to }
  render(<UniverseView reading={reading} count={count} readAt={to} />)
}
const tile = (name: string) => within(screen.getByRole('listitem', { name }))
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const stage = (name: string) => screen.getByRole('heading', { name, level: 3 }).closest('.react-flow__node')?.textContent

describe('the universe', () => {
  it('says that there is no data where nothing was measured, and shows no number', () => {
    draw({}, null)
    for (const name of ['Throughput', 'Average processing time', 'Success rate']) tile(name).getByText('No data yet')
    expect(screen.getByRole('img', { name: 'What became of the records: No data yet' })).toBeTruthy()
    expect(fact('Transactions')).toBe('not counted yet')
    for (const name of ['Source', 'Data Mapping', 'Destination']) expect(stage(name)).toContain('No data yet')
    expect(document.body.textContent).not.toMatch(/NaN|Infinity|\d calls/)
  })

  it('shows what was measured', () => {
    const config = enrichedBy(lookUp)
    draw({ config, statistic: some, metrics: metricsOf(point('destination', 120, 6, 45)) }, 12_345)
    tile('Pipeline status').getByText('Active')
    tile('Throughput').getByText('1.9 records/min')
    tile('Average processing time').getByText('45 ms')
    tile('Success rate').getByText('95 %')
    tile('Pipeline steps').getByText('4')
    expect(fact('Transactions')).toBe('12,345')
    expect(fact('Enrichment')).toBe('Enabled: 1 look-up')
    expect(fact('Source')).toBe('http: https://shop.example.test/orders')
    expect(stage('Destination')).toContain('Error')
    expect(stage('Destination')).toContain('120 calls')
    expect(stage('Destination')).toContain('6 errors')
    expect(stage('Data Enrichment')).toContain('1 look-up')
    screen.getByText('Failing')
    screen.getByText('Delivered: 114 (57 %)')
  })

  it('shows the version that runs and not the draft, and says which', () => {
    draw({ details: detailsOf('Active', { source: { type: 'http', url: 'https://draft.test' } }), config: enrichedBy() }, 0)
    expect(fact('Source')).toBe('http: https://shop.example.test/orders')
    screen.getByText('As version 1 runs.')
    cleanup()
    draw({ details: detailsOf('Draft') }, 0)
    screen.getByText('As the draft says: it was never deployed.')
  })

  it('has a diagram of 600 px that nobody can move, its lines dashed while nothing can flow', () => {
    draw({ details: detailsOf('Pause') }, 0)
    const paper = screen.getByRole('group', { name: /^The way of a record/ })
    expect([paper.style.height, paper.dataset['flowing']]).toEqual(['600px', 'false'])
    expect(paper.querySelectorAll('.draggable, .selectable')).toHaveLength(0)
    screen.getByText(/The connector is not active \(Paused\)/)
  })
})
