import { invoiceEndpoints } from '#contract/billing/invoices.ts'
import { paymentMethodEndpoints } from '#contract/billing/payment-methods.ts'
import { planEndpoints } from '#contract/billing/plan.ts'
import { planComparisonEndpoints } from '#contract/billing/plan-comparison.ts'
import { priceBookEndpoints } from '#contract/billing/price-book.ts'
import { billingProfileEndpoints } from '#contract/billing/profiles.ts'
import { taxRuleEndpoints } from '#contract/billing/tax-rules.ts'
import { usageEndpoints } from '#contract/billing/usage.ts'
import { usageDaysEndpoints } from '#contract/billing/usage-days.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createInvoiceService } from './invoices/invoice.service.ts'
import { createTaxRuleService } from './invoices/tax-rule.service.ts'
import { createPaymentService } from './payments/payment.service.ts'
import { createProfileService } from './payments/profile.service.ts'
import { providerFor } from './payments/provider-for.ts'
import { paymentEventRoutes } from './payments/stripe/stripe-events.routes.ts'
import { createStripeEvents } from './payments/stripe/stripe-events.service.ts'
import { createPlanService } from './plan.service.ts'
import { comparePlans } from './plan-comparison.ts'
import { createUsageService } from './usage.service.ts'

/** Of one address. */
const eventsAMinute = 600

export function registerBilling(app: App, { db, config }: FeatureDeps): void {
  const { registerEndpoint } = app
  const usage = createUsageService({ db, quotas: config.quotas })
  registerEndpoint(usageEndpoints.get, ({ caller }) => usage.get(caller))
  registerEndpoint(usageDaysEndpoints.get, ({ caller }) => usage.days(caller))
  const provider = providerFor(db, config)
  const plans = createPlanService({ db, quotas: config.quotas, cardsOf: provider.name })
  registerEndpoint(planEndpoints.get, ({ caller }) => plans.get(caller))
  registerEndpoint(planComparisonEndpoints.get, ({ caller }) => comparePlans({ db, quotas: config.quotas }, caller.companyId))
  registerEndpoint(planEndpoints.preview, ({ caller, query }) => plans.preview(caller, query.to))
  registerEndpoint(planEndpoints.agree, ({ caller, body, audit }) => plans.agree(caller, body.version, audit))
  registerEndpoint(planEndpoints.change, ({ caller, body, audit }) => plans.change(caller, body.plan, audit))
  registerEndpoint(priceBookEndpoints.list, () => plans.prices())
  registerEndpoint(priceBookEndpoints.current, () => plans.currentPrices())
  registerEndpoint(priceBookEndpoints.add, ({ caller, body, audit }) => plans.setPrices(caller, body, audit))
  const taxRules = createTaxRuleService({ db })
  registerEndpoint(taxRuleEndpoints.list, () => taxRules.list())
  registerEndpoint(taxRuleEndpoints.add, ({ caller, body, newId, audit }) => taxRules.add(caller, newId, body, audit))
  const invoices = createInvoiceService({ db })
  registerEndpoint(invoiceEndpoints.info, ({ caller }) => invoices.info(caller))
  registerEndpoint(invoiceEndpoints.list, ({ caller, query }) => invoices.list(caller, query))
  registerEndpoint(invoiceEndpoints.get, ({ caller, params }) => invoices.get(caller, params.id))
  registerEndpoint(invoiceEndpoints.pdf, ({ caller, params }) => invoices.pdf(caller, params.id))
  registerEndpoint(invoiceEndpoints.archive, ({ caller, params, audit }) => invoices.setArchived(caller, params.id, true, audit))
  registerEndpoint(invoiceEndpoints.unarchive, ({ caller, params, audit }) =>
    invoices.setArchived(caller, params.id, false, audit),
  )
  registerEndpoint(invoiceEndpoints.ofAll, ({ query }) => invoices.listAll(query))
  registerEndpoint(invoiceEndpoints.settle, ({ params, audit }) => invoices.settle(params.id, audit))
  registerEndpoint(invoiceEndpoints.setTax, ({ params, body, audit }) => invoices.setTax(params.id, body, audit))
  registerEndpoint(invoiceEndpoints.credit, ({ params, body, audit }) => invoices.credit(params.id, body, audit))
  // A point at which a test lets the process die, as those of the engine.
  const afterCharge = () => {
    if (config.crashAt === 'after-charge') process.kill(process.pid, 'SIGKILL')
  }
  const payments = createPaymentService({ db, provider, publicUrl: config.publicUrl, afterCharge })
  const receive = createStripeEvents({ db, provider, publicUrl: config.publicUrl, secrets: config.stripe?.webhookSecrets ?? [] })
  paymentEventRoutes(app.server, receive, app.callLimit(eventsAMinute, 'payment events'))
  registerEndpoint(paymentMethodEndpoints.begin, ({ caller, newId, audit }) => payments.beginCard(caller, newId, audit))
  registerEndpoint(invoiceEndpoints.pay, ({ caller, params, body, audit }) => payments.pay(caller, params.id, body, audit))
  registerEndpoint(paymentMethodEndpoints.list, ({ caller }) => payments.list(caller))
  registerEndpoint(paymentMethodEndpoints.add, ({ caller, body, newId, audit }) =>
    payments.addTestCard(caller, newId, body, audit),
  )
  registerEndpoint(paymentMethodEndpoints.remove, ({ caller, params, audit }) => payments.remove(caller, params.id, audit))
  const profiles = createProfileService({ db, plans })
  registerEndpoint(billingProfileEndpoints.list, ({ caller }) => profiles.list(caller))
  registerEndpoint(billingProfileEndpoints.create, ({ caller, body, newId, audit }) =>
    profiles.create(caller, newId, body, audit),
  )
  registerEndpoint(billingProfileEndpoints.update, ({ caller, params, body, audit }) =>
    profiles.update(caller, params.id, body, audit),
  )
  registerEndpoint(billingProfileEndpoints.remove, ({ caller, params, audit }) => profiles.remove(caller, params.id, audit))
}
