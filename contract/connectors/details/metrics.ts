/** What the steps of a connector measured: calls, errors, records and latency, by minute or hour, and by host. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, QueryInstant } from '../../kit/schemas.ts'

export const meteredSteps = ['source', 'enrichment', 'mapping', 'destination'] as const
export const resolutions = { minute: 1, hour: 60 } as const

/** Longest time that is told at once, in milliseconds. */
export const metricsSpanMax = { minute: 24 * 3_600_000, hour: 8 * 24 * 3_600_000 } as const
/** Days that figures are kept. */
export const metricsRetentionDays = 90

/** Milliseconds, to a tenth. */
const Latency = Type.Number({ minimum: 0 })

const sums = {
  step: oneOf(...meteredSteps),
  calls: Type.Integer({ minimum: 1 }),
  errors: Count,
  records: Count,
  average: Latency,
  p50: Latency,
  p95: Latency,
}

/** One step in one minute or hour that begins at `at`. Times in which nothing was called are not there. */
export const MetricsPoint = Type.Object({ at: Instant, ...sums })
export type MetricsPoint = Static<typeof MetricsPoint>

/** One host over the whole time; an empty host where a step speaks with nobody. */
export const HostMetrics = Type.Object({ host: Type.String(), ...sums })
export type HostMetrics = Static<typeof HostMetrics>

export const Metrics = Type.Object({
  from: Instant,
  /** Not included. */
  to: Instant,
  resolution: oneOf('minute', 'hour'),
  /** Oldest first; empty when nothing was measured. */
  points: Type.Array(MetricsPoint),
  hosts: Type.Array(HostMetrics),
})
export type Metrics = Static<typeof Metrics>

export const metricsEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/metrics',
    summary:
      'Get calls, errors, records and latency by step and host. Defaults to the last hour. Covers a day by minute, or 8 days by hour.',
    access: everyRole,
    scope: 'analytics:read',
    params: closed({ id: Id }),
    query: closed({
      from: Type.Optional(QueryInstant),
      to: Type.Optional(QueryInstant),
      resolution: Type.Optional(oneOf('minute', 'hour')),
    }),
    status: 200,
    reply: Metrics,
  }),
} as const
