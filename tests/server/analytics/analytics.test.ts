/** Figures of the dashboard and of one connector: what is told, to whom, and what is refused. */
import { DateTime } from 'luxon'
import { expect, it } from 'vitest'

import type { Statistic } from '#contract/analytics/analytics.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'
import { analyticsOf, between, lines, thisMinute } from './analytics-server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describeOnEachKind('figures of connectors', (kind) => {
  const server = createTestServer({}, kind)
  const { dashboard, statistic, moved, made } = analyticsOf(server)

  it('tells a day of 23 and one of 25 hours, by the hour and by the day, in the zone of the person', async () => {
    const id = await made()
    for (const [date, hours] of [
      ['2026-03-29', 23],
      ['2025-10-26', 25],
    ] as const) {
      const begin = DateTime.fromISO(date, { zone: 'Europe/Berlin' })
      const [from, to] = [begin.toMillis(), begin.plus({ days: 1 }).toMillis()]
      await moved(id, [
        [from, lines(1)],
        [to - minute, lines(2)],
        [to, lines(4)],
      ])
      const of = { integrationIds: [id], zone: 'Europe/Berlin', ...between(from, to) }
      // A day of 23 hours is less than 24.
      const byHour = await dashboard({ ...of, interval: 'hour' })
      expect(byHour.chartData.volume.map(({ count }) => count)).toEqual([1, ...new Array(hours - 2).fill(0), 2])
      const days = { ...of, ...between(begin.minus({ days: 1 }).toMillis(), begin.plus({ days: 2 }).toMillis()) }
      const byDay = await dashboard({ ...days, interval: 'day' })
      expect(byDay.chartData.volume.map(({ date: at, count }) => [at, count])).toEqual([
        [begin.minus({ days: 1 }).toUTC().toISO(), 0],
        [begin.toUTC().toISO(), 3],
        [begin.plus({ days: 1 }).toUTC().toISO(), 4],
      ])
    }
  })

  it('begins weeks on Monday', async () => {
    const id = await made()
    const [from, to] = [Date.parse('2026-06-03T00:00:00Z'), Date.parse('2026-06-24T00:00:00Z')]
    await moved(id, [
      [Date.parse('2026-06-07T23:59:00Z'), lines(1)],
      [Date.parse('2026-06-08T00:00:00Z'), lines(2)],
    ])
    const { chartData } = await dashboard({ integrationIds: [id], interval: 'week', ...between(from, to) })
    expect(chartData.volume.map(({ date, count }) => [date.slice(0, 10), count])).toEqual([
      ...[
        ['2026-06-03', 1],
        ['2026-06-08', 2],
        ['2026-06-15', 0],
        ['2026-06-22', 0],
      ],
    ])
  })

  it('compares with the time before, and tells latency, errors and the mean of what the range holds', async () => {
    const id = await made()
    const to = Math.floor(Date.now() / hour) * hour
    await moved(id, [
      [to - hour, lines(6, 2, 400)],
      [to - 2 * hour, lines(4, 0, 1_000)],
      [to - 5 * hour, lines(3, 1)],
    ])
    const told = await dashboard({ integrationIds: [id], interval: 'hour', ...between(to - 4 * hour, to) })
    expect(told).toMatchObject({
      integrations: 1,
      volumeAnalysis: {
        statistics: { mean: 3 },
        sums: { total: 12, delivered: 10, failed: 2, skipped: 0, unknown: 0, unchanged: 0, leftOut: 0 },
      },
      latencyAnalysis: { mean: 640 },
      previous: { ...between(to - 8 * hour, to - 4 * hour), sums: { total: 4 }, latencyMean: 100, errorRate: 25 },
    })
    // Each period beside the one four hours earlier.
    expect(told.chartData.latency.map(({ avgDuration, before }) => [avgDuration, before])).toEqual([
      [null, null],
      [null, null],
      [1_000, null],
      [400, 100],
    ])
    expect(told.errorAnalysis.errorRate).toBeCloseTo(100 / 6, 9)
    expect(told.latencyAnalysis.p50).toBeGreaterThan(280)
    expect(told.latencyAnalysis.p50).toBeLessThan(570)
    expect(told.latencyAnalysis.p99).toBeGreaterThan(700)
  })

  it('counts a period that goes on still by its part, tells none to come, and does not foretell from it', async () => {
    const id = await made()
    const now = thisMinute()
    const begin = Math.floor(now / hour) * hour
    const hours = Array.from({ length: 60 }, (_, at) => [begin - (at + 1) * hour, lines(10)] as const)
    await moved(id, [...hours, [now - minute, lines(1)]])
    const { volumeAnalysis, chartData } = await dashboard({
      integrationIds: [id],
      interval: 'hour',
      ...between(begin - 23.5 * hour, begin + 6 * hour),
    })
    expect(chartData.volume.length).toBe(25)
    expect(Date.parse(chartData.volume.at(-1)?.date ?? '')).toBeLessThanOrEqual(Date.now())
    const { mean } = volumeAnalysis.statistics
    const held = volumeAnalysis.sums.total / mean
    expect(held).toBeGreaterThan(23.5)
    expect(held).toBeLessThan(24.6)
    const { forecast } = volumeAnalysis.trend
    // The hour may have ended since.
    expect([begin, begin + hour]).toContain(Date.parse(forecast[0]?.period ?? ''))
    expect(forecast.length).toBe(3)
    expect(forecast[0]?.predictedValue).toBeCloseTo(10, 0)
    for (const { predictedValue, low, high } of forecast)
      expect([predictedValue, low, high].filter((it) => !Number.isInteger(it))).toEqual([])
  })

  it('foretells nothing from little, and says what it would take', async () => {
    const id = await made()
    const { volumeAnalysis } = await dashboard({ integrationIds: [id], ...between(Date.now() - day, Date.now()) })
    await moved(id, [[thisMinute() - 3 * hour, lines(5)]])
    const young = await dashboard({ integrationIds: [id], interval: 'hour', ...between(Date.now() - day, Date.now()) })
    expect(young.volumeAnalysis.trend).toMatchObject({ trend: null, forecast: [] })
    expect(young.volumeAnalysis.trend.note).toContain('Not enough data')
    expect(volumeAnalysis.sums.total).toBe(0)
  })

  it('forecasts nothing for a company without a record, and says so', async () => {
    const now = Date.now()
    const { volumeAnalysis } = await dashboard({ interval: 'minute', ...between(now - hour, now) }, 'adminB')
    expect(volumeAnalysis.sums.total).toBe(0)
    expect(volumeAnalysis.trend).toMatchObject({ trend: null, forecast: [] })
    expect(volumeAnalysis.trend.note).toContain('have no records')
  })

  it('forecasts a running period no lower than what it already contains, and no period that is over', async () => {
    const id = await made()
    const now = Date.now()
    const thisHour = Math.floor(now / hour) * hour
    await moved(id, [
      ...Array.from({ length: 48 }, (_, at) => [thisHour - (at + 1) * hour, lines(1)] as const),
      [thisMinute(), lines(90)],
    ])
    const of = { integrationIds: [id], interval: 'hour' as const }
    const { forecast } = (await dashboard({ ...of, ...between(now - day, now) })).volumeAnalysis.trend
    expect(forecast.map(({ period }) => Date.parse(period))).toEqual([0, 1, 2].map((at) => thisHour + at * hour))
    for (const key of ['low', 'predictedValue', 'high'] as const) expect(forecast[0]?.[key]).toBeGreaterThanOrEqual(90)

    const past = (await dashboard({ ...of, ...between(thisHour - 2 * day, thisHour - 12 * hour) })).volumeAnalysis.trend
    expect(past.forecast).toEqual([])
    expect(past.note).toBe('No forecast because this range lies in the past.')
  })

  it('leaves out points so that the least and the most of each group stay', async () => {
    const id = await made()
    const to = thisMinute()
    const spikes = [
      [to - 1_000 * minute, 90],
      [to - 500 * minute, 70],
    ] as const
    await moved(
      id,
      spikes.map(([at, count]) => [at, lines(count, 0, 100 + count)]),
    )
    const question = { integrationIds: [id], interval: 'minute', ...between(to - 20 * hour, to) }
    const whole = await dashboard(question)
    expect(whole.chartData).toMatchObject({ isDecimated: false, volume: { length: 1_200 } })
    const few = await dashboard({ ...question, maxPoints: 100 })
    expect(few.chartData.isDecimated).toBe(true)
    for (const series of [few.chartData.volume, few.chartData.latency]) expect(series.length).toBeLessThanOrEqual(100)
    for (const [at, count] of spikes) {
      const date = new Date(at).toISOString()
      expect(few.chartData.volume).toContainEqual({ date, count, delivered: count, failed: 0 })
      expect(few.chartData.latency).toContainEqual({ date, avgDuration: 100 + count, before: null })
    }
    expect(few.volumeAnalysis.sums).toEqual(whole.volumeAnalysis.sums)
  })

  it('widens what nothing so narrow is kept of, and says so', async () => {
    const id = await made()
    const [from, to] = [Date.parse('2024-02-01T10:07:00Z'), Date.parse('2024-02-01T12:20:30Z')]
    await moved(id, [
      [from - 2 * minute, lines(1)],
      [to + minute, lines(2)],
    ])
    const told = await dashboard({ integrationIds: [id], ...between(from, to) })
    expect(told).toMatchObject({ startDate: '2024-02-01T10:00:00.000Z', endDate: '2024-02-01T12:30:00.000Z', interval: 'hour' })
    expect(told.volumeAnalysis.sums.total).toBe(3)
    const [older, end] = [Date.parse('2021-02-01T10:20:00Z'), Date.parse('2021-02-01T12:20:00Z')]
    const ancient = await dashboard({ integrationIds: [id], zone: 'Asia/Kathmandu', ...between(older, end) })
    expect(ancient).toMatchObject({ startDate: '2021-02-01T10:00:00.000Z', endDate: '2021-02-01T13:00:00.000Z' })
  })

  it('tells the sums of one connector, of the last day when no time is given', async () => {
    const id = await made()
    const at = thisMinute() - 3 * hour
    await moved(id, [
      [at, lines(3, 1, 200)],
      [at - 2 * day, lines(7)],
    ])
    expect((await statistic(`integrationId=${id}`)).json<Statistic>()).toMatchObject({
      ...{
        integrationId: id,
        sums: { total: 4, delivered: 3, failed: 1 },
        errorRate: 25,
        lastRecordAt: new Date(at).toISOString(),
      },
      latency: { mean: 200 },
    })
    const { startDate, endDate } = between(at - 3 * day, at - day)
    const earlier = await statistic(`integrationId=${id}&startDate=${startDate}&endDate=${endDate}`)
    expect(earlier.json<Statistic>()).toMatchObject({ sums: { total: 7 }, lastRecordAt: new Date(at - 2 * day).toISOString() })
    const empty = (await statistic(`integrationId=${await made()}`)).json<Statistic>()
    expect(empty).toMatchObject({ sums: { total: 0 }, latency: { mean: null, p95: null }, errorRate: null, lastRecordAt: null })
  })

  it('tells ten years by the month', async () => {
    const to = Date.parse('2026-11-01T00:00:00Z')
    const { chartData } = await dashboard(between(Date.parse('2016-11-01T00:00:00Z'), to))
    expect(chartData.volume.length).toBe(120)
  })
})
