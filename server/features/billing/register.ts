import { planEndpoints } from '#contract/billing/plan.ts'
import { priceBookEndpoints } from '#contract/billing/price-book.ts'
import { usageEndpoints } from '#contract/billing/usage.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createPlanService } from './plan.service.ts'
import { createUsageService } from './usage.service.ts'

export function registerBilling(app: App, { db, config }: FeatureDeps): void {
  const { registerEndpoint } = app
  const usage = createUsageService({ db, quotas: config.quotas })
  registerEndpoint(usageEndpoints.get, ({ caller }) => usage.get(caller))
  const plans = createPlanService({ db, quotas: config.quotas })
  registerEndpoint(planEndpoints.get, ({ caller }) => plans.get(caller))
  registerEndpoint(planEndpoints.preview, ({ caller, query }) => plans.preview(caller, query.to))
  registerEndpoint(planEndpoints.change, ({ caller, body, audit }) => plans.change(caller, body.plan, audit))
  registerEndpoint(priceBookEndpoints.list, () => plans.prices())
  registerEndpoint(priceBookEndpoints.current, () => plans.currentPrices())
  registerEndpoint(priceBookEndpoints.add, ({ caller, body, audit }) => plans.setPrices(caller, body, audit))
}
