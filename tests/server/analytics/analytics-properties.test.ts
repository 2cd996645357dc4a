/** What the dashboard says is what the rows of the ledger come to, whatever is asked and however much is added up. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { IANAZone } from 'luxon'
import { expect, it } from 'vitest'

import type { Analytics } from '#contract/analytics/analytics.ts'
import { ruleFor } from '#contract/kit/time-range.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { byForm } from '../../kit/form.ts'
import { addDeltas, addPages, type Counted, countRows, type PageOfLedger } from '../kit/ledger-pages.ts'
import { createTestServer, describeOnEachKind, makeConnector, type Who } from '../kit/test-server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const zones = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin', 'Pacific/Chatham'] as const
const statuses = ['success', 'success', 'success', 'failure', 'skipped', 'unknown'] as const
/** Of the last year and a bit, in which every clock was moved twice. */
const ledgerDays = 400
/** Minutes are kept for 100 days, and asked for 99. */
const minutesKept = 99 * day

/** When the clocks of the zones are moved, to the hour. */
function movesOfClocks(from: number, to: number): number[] {
  return zones.flatMap((name) => {
    const zone = IANAZone.create(name)
    const hours = Array.from({ length: Math.floor((to - from) / hour) }, (_, at) => from + at * hour)
    return hours.filter((at) => zone.offset(at) !== zone.offset(at + hour))
  })
}

const numRuns = byForm(15, 50)

/** Lengths of ranges in each class of resolutions. */
const length = fc.oneof(
  fc.integer({ min: 1_000, max: 24 * hour - 1 }),
  fc.integer({ min: 24 * hour, max: 7 * day }),
  fc.integer({ min: 7 * day, max: 30 * day }),
  fc.integer({ min: 30 * day, max: 90 * day }),
  fc.integer({ min: 90 * day, max: 380 * day }),
)
const asked = fc.record({
  length,
  /** Which record the range is about, and how far into the range it lies. */
  anchor: fc.nat(),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  zone: fc.constantFrom(...zones),
  resolution: fc.nat(),
  whose: fc.constantFrom('all', 'own', 'named'),
})

describeOnEachKind('figures of the dashboard', (kind) => {
  const server = createTestServer({}, kind)
  const pages: PageOfLedger[] = []
  const ids = { own: [] as string[], other: [] as string[] }

  /** Records of three connectors of a company, and of one of another. */
  async function fill() {
    for (const who of ['userA', 'userA', 'otherA'] as const) {
      const { connector } = await makeConnector(server, who)
      ids[who === 'userA' ? 'own' : 'other'].push(connector._id)
    }
    const { connector: foreign } = await makeConnector(server, 'adminB')
    const now = Date.now() - 2 * minute
    const moves = movesOfClocks(Math.floor((now - ledgerDays * day) / hour) * hour, now)
    expect(moves.length).toBeGreaterThanOrEqual(6)
    const instant = fc.oneof(
      fc.integer({ min: 0, max: ledgerDays * day }).map((age) => now - age),
      fc.integer({ min: 0, max: 2 * day }).map((age) => now - age),
      fc
        .tuple(fc.constantFrom(...moves), fc.integer({ min: -30 * hour, max: 30 * hour }))
        .map(([at, off]) => Math.min(now, at + off)),
    )
    const page = fc.record({
      connector: fc.nat({ max: 3 }),
      readAt: instant,
      lines: fc.array(fc.record({ status: fc.constantFrom(...statuses), took: fc.integer({ min: 1, max: 90_000 }) }), {
        minLength: 1,
        maxLength: 5,
      }),
    })
    const places = [...ids.own, ...ids.other].map((connectorId) => ({ companyId: server.companies.A, connectorId }))
    const place = (at: number) => places[at] ?? { companyId: server.companies.B, connectorId: foreign._id }
    const made = fc
      .sample(page, 1_200)
      .map(({ connector, readAt, lines }) => ({ ...place(connector), readAt: new Date(readAt), lines }))
    pages.push(...made)
  }

  async function compare({
    length: span,
    anchor,
    part,
    zone,
    resolution,
    whose,
  }: typeof asked extends fc.Arbitrary<infer T> ? T : never) {
    const at = pages[anchor % pages.length]?.readAt.getTime() ?? 0
    const from = Math.round(at - part * span)
    const to = from + span
    const isOld = (instant: number) => Date.now() - instant > minutesKept
    const allowed = ruleFor({ from, to }, Date.now()).allowed
    const interval = allowed[resolution % allowed.length]?.toLowerCase() ?? ''
    const as: Who = whose === 'own' ? 'userA' : 'adminA'
    const connectorIds = whose === 'all' ? [...ids.own, ...ids.other] : ids.own
    const body = {
      ...{ startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString(), interval, zone },
      ...(whose === 'named' ? { integrationIds: connectorIds } : {}),
    }
    const reply = await server.ask('POST', '/api/analytics/dashboard', { as, body })
    expect(reply.statusCode, reply.body).toBe(200)
    const told = reply.json<Analytics>()

    const [sizeFrom, sizeTo] = [from, to].map((instant) => (isOld(instant) ? 15 * minute : minute))
    const widened = [Math.floor(from / (sizeFrom ?? 1)) * (sizeFrom ?? 1), Math.ceil(to / (sizeTo ?? 1)) * (sizeTo ?? 1)]
    expect([told.startDate, told.endDate].map((it) => Date.parse(it))).toEqual(widened)

    const question = { connectorIds, from: told.startDate, to: told.endDate, zone }
    const counted = await countRows(server.database.db, { ...question, unit: interval })
    const begins = told.chartData.volume.map(({ date }) => Date.parse(date))
    expect(begins).toEqual(begins.toSorted((a, b) => a - b))
    expect(
      counted.filter(({ begin }) => !begins.includes(begin)),
      'periods that are not told',
    ).toEqual([])
    const rowsOf = new Map(counted.map((it) => [it.begin, it]))
    expect(told.chartData.volume).toEqual(
      begins.map((begin, place) => {
        const { total = 0, delivered = 0, failed = 0 } = rowsOf.get(begin) ?? {}
        return { date: told.chartData.volume[place]?.date, count: total, delivered, failed }
      }),
    )
    expect(told.chartData.latency.map(({ avgDuration }) => avgDuration)).toEqual(begins.map((begin) => meanOf(rowsOf.get(begin))))

    const [all] = await countRows(server.database.db, { ...question, unit: null })
    expectSums(told.volumeAnalysis.sums, all)
    expect(told.latencyAnalysis.mean).toBe(meanOf(all))
    expect(told.errorAnalysis.errorRate).toBe(rateOf(all))
    const { p95 } = told.latencyAnalysis
    expect(p95 === null).toBe(all?.p95 === undefined || all.p95 === null)
    if (p95 !== null) expect(Math.abs(Math.log2(p95 / (all?.p95 ?? 0)))).toBeLessThanOrEqual(0.501)

    const { previous } = told
    expect(previous.endDate).toBe(told.startDate)
    const [before] = await countRows(server.database.db, {
      ...question,
      from: previous.startDate,
      to: previous.endDate,
      unit: null,
    })
    expectSums(previous.sums, before)
    expect(previous).toMatchObject({ latencyMean: meanOf(before), errorRate: rateOf(before) })
  }

  it('are the sums over the rows of the ledger: not added up, added up, half added up', { timeout: 300_000 }, async () => {
    await fill()
    const { db } = server.database
    const half = await addPages(db, pages.slice(0, 600))
    await addDeltas(db, half)
    const rest = pages.splice(600)
    const property = fc.asyncProperty(asked, compare)
    const deltas = async () => (await sql`select 1 from ledger_deltas limit 1`.execute(db)).rows.length
    expect(await deltas()).toBe(1)
    await fc.assert(property, { numRuns })
    while ((await rollUp(db)).taken > 0);
    expect(await deltas()).toBe(0)
    await fc.assert(property, { numRuns })
    pages.push(...rest)
    await addDeltas(db, await addPages(db, rest))
    expect(await deltas()).toBe(1)
    await fc.assert(property, { numRuns })
  })
})

const meanOf = (it: Counted | undefined) =>
  it === undefined || it.delivered === 0 ? null : Math.round((it.took / it.delivered) * 10) / 10
const rateOf = (it: Counted | undefined) =>
  it === undefined || it.delivered + it.failed === 0 ? null : (100 * it.failed) / (it.delivered + it.failed)

function expectSums(
  told: Analytics['volumeAnalysis']['sums'],
  { total, delivered, failed, skipped, unknown }: Partial<Counted> = {},
) {
  const none = { total: 0, delivered: 0, failed: 0, skipped: 0, unknown: 0, unchanged: 0, leftOut: 0 }
  expect(told).toEqual(total === undefined ? none : { total, delivered, failed, skipped, unknown, unchanged: 0, leftOut: 0 })
}
