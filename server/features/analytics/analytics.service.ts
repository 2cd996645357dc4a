/** What was moved, how quickly and how well, of all that a person sees or of some connectors. */
import type { Kysely } from 'kysely'
import type { Analytics, analyticsEndpoints, Interval, Statistic, Trend } from '#contract/analytics/analytics.ts'
import { forecastPeriods } from '#contract/analytics/analytics.ts'
import type { BodyOf, QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { countOf, errorRateOf, latencyMean, latencyOf, totalOf, volumeMean, volumeOf } from '../../engine/ledger/figures.ts'
import { precisionEdge, type Span, type VolumeSums } from '../../engine/ledger/ledger-sums.repository.ts'
import { beginsFrom, type Period, periodsBefore, periodsOf } from '../../engine/ledger/periods.ts'
import { rangeOf, spanBefore } from '../../engine/ledger/range.ts'
import { requestedSpan, statisticOf } from '../../engine/ledger/statistic.ts'
import { inOneSnapshot } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { findConnector } from '../connectors/details/connectors.repository.ts'
import { recordFiguresOf } from '../connectors/problems/retried.repository.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'
import { chooseConnectors } from './connector-choice.repository.ts'
import type { Expected } from './forecast/band.ts'
import { confidence, forecast } from './forecast/forecast.ts'

const minute = 60_000
const day = 1_440 * minute

/** Periods that the forecast is made from, those of the range included: the longest season and enough of its cycles. */
const historyOf: Readonly<Record<Interval, number>> = { minute: 180, hour: 504, day: 70, week: 156, month: 60 }

/** The same of days, weeks and months where the sums of very many connectors are added one by one: each period is looked up in each of them. */
const historyOfMany = 24
const many = 100

type Deps = { readonly db: Kysely<Tables>; readonly sandboxOrigin: string }
type DashboardRequest = BodyOf<typeof analyticsEndpoints.dashboard>

const instant = (at: number) => new Date(at).toISOString()
const toDateRange = ({ from, to }: Span) => ({ startDate: instant(from), endDate: instant(to) })

type Counted = Period & { readonly sums: VolumeSums }

const isRunning = ({ begin, end }: Pick<Period, 'begin' | 'end'>, now: number) => begin <= now && now < end

/** The periods that follow an instant at which one begins. */
const periodsAfter = (at: number, interval: Interval, zone: string) => {
  const begins = beginsFrom(at, forecastPeriods + 1, interval, zone)
  return begins.slice(0, -1).map((begin, place) => ({ begin, end: begins[place + 1] ?? begin }))
}

type Forecasted = { readonly periods: readonly Pick<Period, 'begin' | 'end'>[]; readonly now: number; readonly contained: number }

/** What a computed number may be off. */
const noise = 1e-6

/** Records are counted: nobody reads a part of one. The range is as wide as it was, and no narrower. */
const wholeOf = ({ predictedValue, low, high }: Expected): Expected => ({
  predictedValue: Math.round(predictedValue),
  low: Math.floor(low + noise),
  high: Math.ceil(high - noise),
})

/**
 * Periods that are over are not forecast, and the running one not below the records that it already contains.
 * @param history periods that are over.
 */
function trendOf(history: readonly Counted[], interval: Interval, { periods, now, contained }: Forecasted): Trend {
  const {
    trend,
    forecast: items,
    note,
  } = forecast(
    history.map(({ sums }) => countOf(sums)),
    interval,
  )
  const toDateRange = items.flatMap((it, at) => {
    const period = periods[at]
    if (period === undefined || period.end <= now) return []
    const least = isRunning(period, now) ? contained : 0
    const { predictedValue, low, high } = wholeOf(it)
    const atLeast = { predictedValue: Math.max(least, predictedValue), low: Math.max(least, low), high: Math.max(least, high) }
    return [{ period: instant(period.begin), ...atLeast, confidence }]
  })
  const isPast = items.length > 0 && toDateRange.length === 0
  return { trend, forecast: toDateRange, note: isPast ? 'No forecast because this range lies in the past.' : note }
}

/** Periods between edges at which sums begin; where only wide ones are kept, neighbours that would share one become one. */
const atStoredEdges = (periods: readonly Period[], { from, to }: Span, now: number): Period[] =>
  periods
    .map((it) => ({
      ...it,
      from: Math.max(from, precisionEdge(it.from, now)),
      to: it.to === to ? to : precisionEdge(it.to, now),
    }))
    .filter((it) => it.from < it.to)

/** The latency of the period that is as many periods earlier as the range has. */
function placeBefore(earlier: readonly Counted[], counted: readonly Counted[]) {
  const all = [...earlier.filter(({ begin }) => counted.every((it) => it.begin !== begin)), ...counted]
  const places = new Map(all.map(({ begin }, place) => [begin, place]))
  return (begin: number): number | null => {
    const before = all[(places.get(begin) ?? 0) - counted.length]
    return before === undefined ? null : latencyMean(before.sums)
  }
}

export function createAnalyticsService({ db, sandboxOrigin }: Deps) {
  return {
    /** @throws `analytics/…` when the time or its interval cannot be told, `connector/not-found` when one that is named is not seen. */
    async dashboard(caller: Caller, asked: DashboardRequest): Promise<Analytics> {
      const now = Date.now()
      const { span, interval, zone } = rangeOf(asked, now)
      const { integrationIds = [], environment = null, maxPoints = Number.POSITIVE_INFINITY } = asked
      const choice = { ids: integrationIds.length > 0 ? integrationIds : null, environment, sandboxOrigin }
      // What has not begun was not measured.
      const periods = atStoredEdges(periodsOf(span, interval, zone), span, now).filter(({ from }) => from <= now)
      const over = periods.filter(({ begin, end, from, to }) => from <= begin && to >= precisionEdge(end, now) && end <= now)
      const until = over.at(-1)?.end ?? Math.min(span.from, now)
      const longest = atStoredEdges(
        periodsBefore(over[0]?.begin ?? until, Math.max(0, historyOf[interval] - over.length), interval, zone),
        { from: Number.NEGATIVE_INFINITY, to: until },
        now,
      )
      const before = spanBefore(span, now)
      const ahead = periodsAfter(over.at(-1)?.end ?? longest.at(-1)?.end ?? until, interval, zone)
      const running = ahead.find((it) => isRunning(it, now)) ?? { begin: until, end: until }
      const { count, sums, earlier, beforeSums, runningSums, latencies } = await inOneSnapshot(db, async (tx) => {
        const chosen = await chooseConnectors(tx, tenantScopeOf(caller), choice)
        if (!chosen) throw refusal('connector/not-found')
        const { whose } = chosen
        const listed = (whose.connectorIds ?? whose.without ?? []).length
        const isShort = listed > many && interval !== 'minute' && interval !== 'hour'
        const earlier = isShort ? longest.slice(-historyOfMany) : longest
        const timed = { from: span.from, to: periods.at(-1)?.to ?? span.from }
        const { sums: all, latencies } = await recordFiguresOf(
          tx,
          whose,
          [...periods, ...earlier, before, { from: running.begin, to: running.end }],
          timed,
          [{ from: span.from, to: Math.min(span.to, Math.ceil(now / minute) * minute) }, before],
        )
        const [ofPeriods, ofEarlier] = [all.slice(0, periods.length), all.slice(periods.length, -2)]
        return {
          ...{
            count: chosen.count,
            sums: ofPeriods,
            earlier: earlier.map((it, at): Counted => ({ ...it, sums: ofEarlier[at] ?? totalOf([]) })),
            beforeSums: all.slice(-2, -1),
            runningSums: all.slice(-1),
          },
          latencies,
        }
      })
      const counted = periods.map((it, at): Counted => ({ ...it, sums: sums[at] ?? totalOf([]) }))
      const history = [...earlier, ...counted.filter((it) => over.some(({ begin }) => begin === it.begin))]
      const [total, previous] = [totalOf(sums), totalOf(beforeSums)]
      const volume = decimated(counted, maxPoints, (it) => countOf(it.sums))
      const latency = decimated(counted, maxPoints, (it) => latencyMean(it.sums))
      const latencyBefore = placeBefore(earlier, counted)
      return {
        ...{ ...toDateRange(span), interval, zone, integrations: count },
        volumeAnalysis: {
          statistics: { mean: volumeMean(sums, periods, now) },
          sums: volumeOf(total),
          trend: trendOf(history, interval, { periods: ahead, now, contained: countOf(totalOf(runningSums)) }),
        },
        latencyAnalysis: latencyOf(total, latencies),
        errorAnalysis: { errorRate: errorRateOf(total) },
        previous: {
          ...{
            ...toDateRange(before),
            sums: volumeOf(previous),
            latencyMean: latencyMean(previous),
            errorRate: errorRateOf(previous),
          },
        },
        chartData: {
          isDecimated: counted.length > maxPoints,
          volume: volume.map(({ from, sums: it }) => ({
            ...{ date: instant(from), count: countOf(it), delivered: it.delivered, failed: it.failed },
          })),
          latency: latency.map((it) => ({
            date: instant(it.from),
            avgDuration: latencyMean(it.sums),
            before: latencyBefore(it.begin),
          })),
        },
      }
    },

    /** @throws `analytics/…` when the time cannot be told, `connector/not-found`. */
    async statistic(caller: Caller, asked: QueryOf<typeof analyticsEndpoints.statistic>): Promise<Statistic> {
      const now = Date.now()
      const { integrationId } = asked
      const span = requestedSpan(asked, day, now)
      return inOneSnapshot(db, async (tx) => {
        const record = await findConnector(tx, tenantScopeOf(caller), integrationId)
        if (!record) throw refusal('connector/not-found')
        return statisticOf(tx, { companyId: record.companyId, connectorId: integrationId }, span, now)
      })
    },
  }
}

/** Fewer points than there are, so that nothing that stands out is lost. */

/**
 * Of each group of neighbours the least and the most, in their order. All of them where there are no more than `most`; a point without a value is left
 * out before one with a value.
 */
function decimated<T>(points: readonly T[], most: number, readingOf: (point: T) => number | null): readonly T[] {
  if (points.length <= most) return points
  const groups = Math.max(1, Math.floor(most / 2))
  return Array.from({ length: groups }, (_, at) => {
    const group = points.slice(Math.floor((at * points.length) / groups), Math.floor(((at + 1) * points.length) / groups))
    return extremesOf(group, readingOf)
  }).flat()
}

function extremesOf<T>(group: readonly T[], readingOf: (point: T) => number | null): T[] {
  let [least, most] = [-1, -1]
  const values = group.map(readingOf)
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    if (least === -1 || value < (values[least] ?? 0)) least = at
    if (most === -1 || value > (values[most] ?? 0)) most = at
  }
  const kept = least === -1 ? [0] : [...new Set([least, most])].toSorted((a, b) => a - b)
  return kept.flatMap((at) => group[at] ?? [])
}
