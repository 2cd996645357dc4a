import { type Analytics, analyticsEndpoints, type Interval } from '#contract/analytics/analytics.ts'
import { type Access, call } from '../kit/api-client.ts'
import { withTitle } from '../kit/with-title.ts'

/** Milliseconds since 1970; `environment` is undefined for all of them. */
type AnalyticsAsked = {
  readonly from: number
  readonly to: number
  readonly interval: Interval
  readonly zone: string
  readonly environment: 'sandbox' | 'production' | undefined
  /** Points that can be shown beside each other. */
  readonly points: number
  /** Undefined for all that the caller sees. */
  readonly connectorId: string | undefined
}

const pointsMin = 50
const pointsMax = 1_500

/** Figures of one connector, or of all that the caller sees. A failure is titled as the error catalogue has it, and says why below. */
export function readAnalytics(
  access: Access,
  { from, to, interval, zone, environment, points, connectorId }: AnalyticsAsked,
  signal: AbortSignal,
): Promise<Analytics> {
  const body = {
    startDate: new Date(from).toISOString(),
    endDate: new Date(to).toISOString(),
    interval,
    zone,
    maxPoints: Math.min(pointsMax, Math.max(pointsMin, Math.floor(points))),
    ...(environment === undefined ? {} : { environment }),
    ...(connectorId === undefined ? {} : { integrationIds: [connectorId] }),
  }
  return withTitle('analytics/dashboard-failed', call(analyticsEndpoints.dashboard, { access, body, signal }))
}
