import { approvalEndpoints } from '#contract/admin/approvals.ts'
import { companyExportEndpoints } from '#contract/admin/company-export.ts'
import { customerBulkEndpoints } from '#contract/admin/customer-bulk.ts'
import { customerJobEndpoints } from '#contract/admin/customer-jobs.ts'
import { customerPageEndpoints } from '#contract/admin/customer-page.ts'
import { customerEndpoints } from '#contract/admin/customers.ts'
import { installationEndpoints } from '#contract/admin/installation.ts'
import { jobEndpoints } from '#contract/admin/jobs.ts'
import { lookingEndpoints } from '#contract/admin/looking.ts'
import { outboxEndpoints } from '#contract/admin/outbox.ts'
import { adminEndpoints } from '#contract/admin/platform.ts'
import type { Config } from '../../platform/config/config.ts'
import { isLoopbackHost } from '../../platform/http/loopback-request.ts'
import { createPlanService } from '../billing/plan.service.ts'
import type { Quotas } from '../billing/quotas.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { registerPublicStream } from '../kit/register-stream.ts'
import { createApprovalsService } from './approvals/approvals.service.ts'
import { createCustomerBulkService } from './bulk/customer-bulk.service.ts'
import { createCustomerJobsService } from './bulk/customer-jobs.service.ts'
import { createCompanyStateService } from './company-state.service.ts'
import { createCustomersService } from './customers.service.ts'
import { createExportsService } from './export/exports.service.ts'
import { createInstallationService } from './installation.service.ts'
import { createJobsService } from './jobs.service.ts'
import { createLookingService } from './looking.service.ts'
import { createNewCustomerService } from './new-customer.service.ts'
import { createOutboxService } from './outbox.service.ts'
import { createCustomerPageService } from './page/customer-page.service.ts'
import type { PlatformStateService } from './platform.service.ts'

type Deps = FeatureDeps & { readonly platform: PlatformStateService; readonly quotas: Quotas }

export function registerAdmin(app: App, deps: Deps): void {
  const { config, db, access, engine, platform, quotas } = deps
  const service = createOutboxService({ db, access, isDemo: isDemoOfThisMachine(config) })
  app.registerEndpoint(outboxEndpoints.list, (call) => service.list(call))
  app.registerEndpoint(adminEndpoints.platform, () => platform.get())
  const plans = createPlanService({ db, quotas: config.quotas, cardsOf: 'none' })
  const approvals = createApprovalsService({ db, plans, publicUrl: config.publicUrl })
  app.registerEndpoint(approvalEndpoints.list, () => approvals.list())
  app.registerEndpoint(approvalEndpoints.decidePlan, ({ params, body, caller, audit }) =>
    approvals.decidePlan(params.id, body, caller, audit),
  )
  const background = createJobsService({ db })
  app.registerEndpoint(jobEndpoints.list, () => background.list())
  app.registerEndpoint(jobEndpoints.retry, ({ params, audit }) => background.retry(params.id, audit))
  const company = createCompanyStateService({ db })
  app.registerEndpoint(adminEndpoints.company, ({ caller }) => company.get(caller))
  const installation = createInstallationService({ db, engine, config })
  app.registerEndpoint(installationEndpoints.get, () => installation.get())
  app.registerEndpoint(installationEndpoints.change, ({ body, audit }) => installation.change(body, audit))
  const looking = createLookingService({ db })
  app.registerEndpoint(lookingEndpoints.begin, ({ params, body, newId, caller, audit }) =>
    looking.begin(params.id, newId, body.reason, caller, audit),
  )
  app.registerEndpoint(lookingEndpoints.read, ({ params, caller }) => looking.read(params.id, caller))
  app.registerEndpoint(lookingEndpoints.end, ({ params, caller, audit }) => looking.end(params.id, caller, audit))
  const customers = createCustomersService({
    ...{ db, access, engine, quotas, publicUrl: config.publicUrl, hasMailServer: config.smtp !== null },
  })
  app.registerEndpoint(customerEndpoints.list, ({ query }) => customers.list(query))
  app.registerEndpoint(customerEndpoints.get, ({ params, caller }) => customers.get(params.id, caller))
  const adding = createNewCustomerService({ db, publicUrl: config.publicUrl, get: customers.get })
  app.registerEndpoint(customerEndpoints.add, ({ body, newId, caller, audit }) => adding.add(newId, body, caller, audit))
  app.registerEndpoint(customerEndpoints.invite, ({ params, body, caller, audit }) =>
    adding.invite(params.id, body.email, caller, audit),
  )
  const bulk = createCustomerBulkService({
    ...{ db, get: customers.get, plans },
  })
  app.registerEndpoint(customerBulkEndpoints.matching, ({ query }) => bulk.matching(query))
  app.registerEndpoint(customerBulkEndpoints.plan, ({ params, body, caller, audit }) =>
    bulk.changePlan(params.id, body, caller, audit),
  )
  app.registerEndpoint(customerBulkEndpoints.offer, ({ params, caller, audit }) =>
    bulk.offer(params.id, params.companyId, caller, audit),
  )
  const jobs = createCustomerJobsService({ db, runners: deps.bulkRunners, customers, bulk })
  app.registerEndpoint(customerJobEndpoints.start, ({ body, newId, caller, audit }) => jobs.start(body, newId, caller, audit))
  app.registerEndpoint(customerJobEndpoints.newest, () => jobs.newest())
  app.registerEndpoint(customerJobEndpoints.stop, ({ params, audit }) => jobs.stop(params.id, audit))
  app.registerEndpoint(customerJobEndpoints.retry, ({ params, caller, audit }) => jobs.retry(params.id, caller, audit))
  app.registerEndpoint(customerEndpoints.suspend, ({ params, body, caller, audit }) =>
    customers.suspend(params.id, body.reason, caller, audit),
  )
  app.registerEndpoint(customerEndpoints.reactivate, ({ params, caller, audit }) =>
    customers.reactivate(params.id, caller, audit),
  )
  app.registerEndpoint(customerEndpoints.planDeletion, ({ params, body, caller, audit }) =>
    customers.planDeletion(params.id, body, caller, audit),
  )
  app.registerEndpoint(customerEndpoints.withdrawDeletion, ({ params, caller, audit }) =>
    customers.withdrawDeletion(params.id, caller, audit),
  )
  const files = createExportsService({ db })
  app.registerEndpoint(companyExportEndpoints.request, ({ params, body, newId, caller, audit }) =>
    files.request({ id: params.id, reason: body.reason, newId, caller, audit }),
  )
  app.registerEndpoint(companyExportEndpoints.find, ({ params }) => files.find(params.id))
  app.registerEndpoint(companyExportEndpoints.link, ({ params, caller }) => files.link({ id: params.id, caller }))
  registerPublicStream(app, deps, companyExportEndpoints.file, ({ params, query }) => files.file(params.id, query.key))
  app.registerEndpoint(customerEndpoints.limits, ({ params, body, caller, audit }) =>
    customers.setLimits(params.id, body, caller, audit),
  )
  const page = createCustomerPageService({ db, quotas, quotaSettings: config.quotas })
  app.registerEndpoint(customerPageEndpoints.summary, ({ params }) => page.summary(params.id))
  app.registerEndpoint(customerPageEndpoints.connectors, ({ params, query }) => page.connectors(params.id, query.page))
  app.registerEndpoint(customerPageEndpoints.people, ({ params, query }) => page.people(params.id, query.page))
  app.registerEndpoint(customerPageEndpoints.changes, ({ params, query }) => page.changes(params.id, query.page))
  app.registerEndpoint(customerPageEndpoints.addNote, ({ params, body, newId, caller, audit }) =>
    page.addNote(params.id, newId, body.text, caller, audit),
  )
  app.registerEndpoint(customerPageEndpoints.removeNote, ({ params, audit }) => page.removeNote(params.id, params.noteId, audit))
}

/** Whether the messages to the demo people may be read without a sign-in: nothing here is anybody's, and nobody else is invited. */
const isDemoOfThisMachine = ({ demo, smtp, publicUrl }: Config) =>
  demo.seed && smtp === null && isLoopbackHost(new URL(publicUrl).host)
