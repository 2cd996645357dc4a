import { analyticsEndpoints } from '#contract/analytics/analytics.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createAnalyticsService } from './analytics.service.ts'

export function registerAnalytics(app: App, { config, db }: FeatureDeps): void {
  const service = createAnalyticsService({ db, sandboxOrigin: config.sandboxOrigin })
  app.registerEndpoint(analyticsEndpoints.dashboard, ({ caller, body }) => service.dashboard(caller, body))
  app.registerEndpoint(analyticsEndpoints.statistic, ({ caller, query }) => service.statistic(caller, query))
}
