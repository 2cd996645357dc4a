import { analyticsEndpoints } from '#contract/analytics/analytics.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { AnalyticsDesk } from './analytics.service.ts'

export function analyticsRoutes(mount: Mount, desk: AnalyticsDesk): void {
  mount(analyticsEndpoints.dashboard, ({ caller, body }) => desk.dashboard(caller, body))
  mount(analyticsEndpoints.statistic, ({ caller, query }) => desk.statistic(caller, query))
}
