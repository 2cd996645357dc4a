import { analyticsEndpoints } from '../../contract/analytics.ts'
import type { AnalyticsDesk } from '../desks/analytics.ts'
import type { Mount } from '../mount.ts'

export function analyticsRoutes(mount: Mount, desk: AnalyticsDesk): void {
  mount(analyticsEndpoints.dashboard, ({ caller, body }) => desk.dashboard(caller, body))
  mount(analyticsEndpoints.statistic, ({ caller, query }) => desk.statistic(caller, query))
}
