import { analyticsEndpoints } from '#contract/analytics/analytics.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { AnalyticsService } from './analytics.service.ts'

export function analyticsRoutes(registerEndpoint: RegisterEndpoint, service: AnalyticsService): void {
  registerEndpoint(analyticsEndpoints.dashboard, ({ caller, body }) => service.dashboard(caller, body))
  registerEndpoint(analyticsEndpoints.statistic, ({ caller, query }) => service.statistic(caller, query))
}
