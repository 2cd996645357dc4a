/** What was moved, how quickly and how well, read from the sums of the ledger. `core-platform.md` sections 3, 7 and 9. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, QueryInstant } from '../kit/schemas.ts'

/** As `interval` has them; the console shows them with a capital. */
export const intervals = ['minute', 'hour', 'day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** Connectors that are named at once; without any the question is about all that the caller sees. */
export const integrationIdsMax = 1_000
/** Periods that are foretold. */
export const forecastPeriods = 3
/** Milliseconds on average above which latency is a warning, and percent of errors above which the rate is bad. */
export const slowLatency = 2_000
export const badErrorRate = 1

/** Where the systems are that a connector speaks with: only the sandbox of this product, or others as well. */
export const environments = ['sandbox', 'production'] as const

/** Milliseconds. */
const Latency = Type.Number({ minimum: 0 })
const Rate = Type.Number({ minimum: 0, maximum: 100 })

/** Records by what became of them; in the analytics of a time each once, by its last outcome. `unchanged` ones were not sent, because they were delivered before as they are: they are not in `total`. */
export const Volume = Type.Object({
  total: Count,
  delivered: Count,
  failed: Count,
  skipped: Count,
  unknown: Count,
  unchanged: Count,
  leftOut: Count,
})
export type Volume = Static<typeof Volume>

/** A time that was answered: from whole minute to whole minute, the end not included; wider where only wider sums are kept (`server/engine/ledger/ledger-sums.repository.ts`). */
const Span = { startDate: Instant, endDate: Instant }

/** One period to come, in whole records. Between `low` and `high` lies what comes in four of five cases; `confidence` says so, 0.8. */
export const ForecastItem = Type.Object({
  period: Instant,
  predictedValue: Count,
  low: Count,
  high: Count,
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
})
export type ForecastItem = Static<typeof ForecastItem>

export const Trend = Type.Object({
  /** Null where there is too little history to say. */
  trend: orNull(oneOf('increasing', 'decreasing', 'stable')),
  /** The next periods, oldest first; empty where nothing honest can be said. */
  forecast: Type.Array(ForecastItem),
  /** A sentence: by which method, from how much history; or why there is none. */
  note: Type.String(),
})
export type Trend = Static<typeof Trend>

export const Analytics = Type.Object({
  ...Span,
  interval: oneOf(...intervals),
  zone: Type.String(),
  /** Connectors that the question is about. Without a list of them, the records of those that were deleted are in the sums and they are not counted here. */
  integrations: Count,
  volumeAnalysis: Type.Object({
    /** Records of a period, those without any included. A period that is in the range in part, or goes on still, counts by that part. */
    statistics: Type.Object({ mean: Type.Number({ minimum: 0 }) }),
    sums: Volume,
    trend: Trend,
  }),
  /** Of delivered records, from the reading of their page to the destination's answer; null where there were none. Percentiles are read from counts of classes, each 41 % wider than the one before. */
  latencyAnalysis: Type.Object({ mean: orNull(Latency), p50: orNull(Latency), p95: orNull(Latency), p99: orNull(Latency) }),
  /** Percent of failed among delivered and failed; null where there were neither. */
  errorAnalysis: Type.Object({ errorRate: orNull(Rate) }),
  /** The same time before: as long, ending where this begins. */
  previous: Type.Object({ ...Span, sums: Volume, latencyMean: orNull(Latency), errorRate: orNull(Rate) }),
  /** The periods of the range that have begun, oldest first, those without records included; `date` is the begin of what lies in the range. */
  chartData: Type.Object({
    /** Whether some were left out, for `maxPoints`. */
    isDecimated: Type.Boolean(),
    volume: Type.Array(Type.Object({ date: Instant, count: Count, delivered: Count, failed: Count })),
    /** `before` is the latency of the same place in the time before; null where none was measured or it is not kept so finely. */
    latency: Type.Array(Type.Object({ date: Instant, avgDuration: orNull(Latency), before: orNull(Latency) })),
  }),
})
export type Analytics = Static<typeof Analytics>

/** The sums of one connector. Its time does not end after now. */
export const Statistic = Type.Object({
  integrationId: Id,
  ...Span,
  sums: Volume,
  latency: Analytics.properties.latencyAnalysis,
  errorRate: orNull(Rate),
  /** When the newest record was read; where its page is no longer kept, the begin of its minute, after 100 days of the quarter of an hour, after 3 years of the hour; null where there is none. */
  lastRecordAt: orNull(Instant),
})
export type Statistic = Static<typeof Statistic>

/** A zone of the IANA database. What it is not, is refused by name. */
const Zone = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' })

export const analyticsEndpoints = {
  dashboard: endpoint({
    method: 'POST',
    path: '/api/analytics/dashboard',
    summary: 'Get volume, latency and errors by period, with the previous range and a forecast',
    access: everyRole,
    scope: 'analytics:read',
    audit: 'none',
    body: closed({
      integrationIds: Type.Optional(Type.Array(Id, { maxItems: integrationIdsMax })),
      startDate: QueryInstant,
      endDate: QueryInstant,
      /** Day when it is not given, and what is usual for the length (`time-range.ts`) where that does not allow days. */
      interval: Type.Optional(oneOf(...intervals)),
      /** Where days, weeks and months begin at midnight; UTC when it is not given. */
      zone: Type.Optional(Zone),
      /** All environments when it is not given. */
      environment: Type.Optional(oneOf(...environments)),
      /** Where there are more periods: of each group of neighbours the least and the most are told, so that nothing that stands out is lost. */
      maxPoints: Type.Optional(Type.Integer({ minimum: 50, maximum: 1_500 })),
    }),
    status: 200,
    reply: Analytics,
    // A question, though it is a POST: what it answers is not kept.
    idempotent: false,
  }),
  statistic: endpoint({
    method: 'GET',
    path: '/api/analytics/statistic',
    summary: 'Get totals, latency and error rate of a connector. Defaults to the last day',
    access: everyRole,
    scope: 'analytics:read',
    query: closed({ integrationId: Id, startDate: Type.Optional(QueryInstant), endDate: Type.Optional(QueryInstant) }),
    status: 200,
    reply: Statistic,
  }),
} as const
