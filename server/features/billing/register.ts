import { usageEndpoints } from '#contract/billing/usage.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createUsageService } from './usage.service.ts'

export function registerBilling(app: App, { db, config }: FeatureDeps): void {
  const usage = createUsageService({ db, quotas: config.quotas })
  app.registerEndpoint(usageEndpoints.get, ({ caller }) => usage.get(caller))
}
