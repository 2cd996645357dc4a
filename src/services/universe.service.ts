import { analyticsEndpoints, type Statistic } from '../../contract/analytics.ts'
import { type Metrics, metricsEndpoints, metricsSpanMax } from '../../contract/metrics.ts'
import { type Access, call } from './http.ts'
import { titled } from './titled.ts'

/** A connector and a time, ISO 8601. What is no time is refused by the server, in its words. */
type Asked = { readonly connectorId: string; readonly from: string; readonly to: string }

const hour = 3_600_000

/** Sums, latency and error rate of one connector. A failure is titled as the error catalogue has it, and says why below. */
export function readStatistic(access: Access, { connectorId, from, to }: Asked, signal: AbortSignal): Promise<Statistic> {
  const query = { integrationId: connectorId, startDate: from, endDate: to }
  return titled('analytics/statistic-failed', call(analyticsEndpoints.statistic, { access, query, signal }))
}

/** What each step measured, by the hour where the time is longer than one; of a time that is longer than is told at once, its last days. */
export function readStepFigures(access: Access, { connectorId, from, to }: Asked, signal: AbortSignal): Promise<Metrics> {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const resolution = end - begin > hour ? 'hour' : 'minute'
  const isLong = end - begin > metricsSpanMax[resolution]
  const query = { from: isLong ? new Date(end - metricsSpanMax[resolution]).toISOString() : from, to, resolution } as const
  return call(metricsEndpoints.read, { access, params: { id: connectorId }, query, signal })
}
