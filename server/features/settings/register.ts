import { apiKeyEndpoints } from '#contract/settings/api-keys.ts'
import { companyLookEndpoints } from '#contract/settings/company-look.ts'
import { companyMailEndpoints } from '#contract/settings/company-mail.ts'
import { ipWhitelistEndpoints } from '#contract/settings/ip-whitelist.ts'
import { maintenanceEndpoints } from '#contract/settings/maintenance.ts'
import { provisioningEndpoints } from '#contract/settings/scim/provisioning.ts'
import { scimPath } from '#contract/settings/scim/scim-limits.ts'
import { securitySettingsEndpoints } from '#contract/settings/security-settings.ts'
import { systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import { webhookEndpoints } from '#contract/settings/webhooks.ts'
import { createCompanyMail } from '../../outbound/company-mail.ts'
import { createOutbound, type Outbound } from '../../outbound/outbound.ts'
import { createAccountLinks } from '../auth/account-links.ts'
import type { StepUp } from '../auth/mfa/step-up.ts'
import { createQuotas } from '../billing/quotas.ts'
import type { FairCalls } from '../kit/fair-calls.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createApiKeyService } from './api-keys.service.ts'
import { createCompanyMailService } from './company-mail.service.ts'
import { createMaintenanceService } from './maintenance.service.ts'
import { createNetworkRules } from './network/network-rules.ts'
import { registerNetwork } from './network/register.ts'
import { registerRetention } from './retention/retention.routes.ts'
import { createProvisioningService } from './scim/provisioning.service.ts'
import { scimRoutes } from './scim/scim.routes.ts'
import { createScimService } from './scim/scim.service.ts'
import { createSystemSettingsService } from './system-settings.service.ts'
import { createWebhookService } from './webhooks.service.ts'

type Deps = FeatureDeps & { readonly stepUp: StepUp; readonly fairly: FairCalls }

export function registerSettings(app: App, deps: Deps) {
  const { config, db, access, engine, vault } = deps
  const service = createMaintenanceService({ db, access, engine })
  app.registerEndpoint(maintenanceEndpoints.get, ({ caller }) => service.get(caller))
  app.registerEndpoint(maintenanceEndpoints.set, ({ caller, body, log }) => service.set(caller, body, log))
  const settings = createSystemSettingsService({ db, vault, access, engine })
  app.registerEndpoint(systemSettingsEndpoints.get, ({ caller }) => settings.get(caller))
  app.registerEndpoint(systemSettingsEndpoints.set, ({ caller, body, audit, ip }) => settings.set(caller, body, { audit, ip }))
  app.registerEndpoint(companyLookEndpoints.read, ({ caller }) => settings.look(caller))
  app.registerEndpoint(systemSettingsEndpoints.addAddress, ({ caller, body, audit, ip }) =>
    settings.addAddress(caller, body, { audit, ip }),
  )
  app.registerEndpoint(systemSettingsEndpoints.removeAddress, ({ caller, params, audit, ip }) =>
    settings.removeAddress(caller, params.id, { audit, ip }),
  )
  const { check, blocked } = settings.addresses
  app.registerEndpoint(ipWhitelistEndpoints.check, ({ caller, query, ip }) => check(caller.companyId, query, ip))
  app.registerEndpoint(ipWhitelistEndpoints.blocked, ({ caller, query }) => blocked(caller.companyId, query))
  const mail = createCompanyMailService({ db, vault, mail: createCompanyMail(config) })
  app.registerEndpoint(companyMailEndpoints.state, ({ caller }) => mail.state(caller))
  app.registerEndpoint(companyMailEndpoints.test, ({ caller, body }) => mail.test(caller, body))
  app.registerEndpoint(securitySettingsEndpoints.coverage, ({ caller }) => settings.security.coverage(caller))
  const keys = createApiKeyService({ db, access })
  app.registerEndpoint(apiKeyEndpoints.list, ({ caller }) => keys.list(caller))
  app.registerEndpoint(apiKeyEndpoints.create, ({ caller, body, newId, audit }) => keys.create(caller, body, newId, audit))
  app.registerEndpoint(apiKeyEndpoints.update, ({ caller, params, body, audit }) => keys.update(caller, params.id, body, audit))
  app.registerEndpoint(apiKeyEndpoints.rotate, ({ caller, params, audit }) => keys.rotate(caller, params.id, audit))
  app.registerEndpoint(apiKeyEndpoints.switchOff, ({ caller, params, audit }) => keys.switchOff(caller, params.id, audit))
  app.registerEndpoint(apiKeyEndpoints.remove, ({ caller, params, audit }) => keys.remove(caller, params.id, audit))
  const outbound = createOutbound({ ...createNetworkRules({ db, vault }), egressAllow: config.egressAllow, proxy: config.proxy })
  app.server.addHook('onClose', () => outbound.close())
  registerWebhooks(app, { db, vault, outbound, settingsOf: settings.get })
  registerNetwork(app, { db, vault, outbound, publicUrl: config.publicUrl, settingsOf: settings.get })
  registerRetention(app, deps, createQuotas(db, config.quotas))
  registerProvisioning(app, deps)
  return { look: settings.look, maintenance: service.get }
}

function registerProvisioning(
  { server, registerEndpoint, callLimit }: App,
  { config, db, access, admitAddress, stepUp, fairly }: Deps,
): void {
  const baseUrl = `${config.publicUrl}${scimPath}`
  const provisioning = createProvisioningService({ db, stepUp, access, baseUrl })
  registerEndpoint(provisioningEndpoints.get, ({ caller }) => provisioning.get(caller))
  registerEndpoint(provisioningEndpoints.makeToken, ({ caller, body, audit }) => provisioning.makeToken(caller, body, audit))
  registerEndpoint(provisioningEndpoints.revokeToken, ({ caller, body, audit }) => provisioning.revokeToken(caller, body, audit))
  registerEndpoint(provisioningEndpoints.setGroupRole, ({ caller, params, body, audit }) =>
    provisioning.setGroupRole(caller, params.id, body, audit),
  )
  const [links, quotas] = [createAccountLinks(config.publicUrl), createQuotas(db, config.quotas)]
  const scim = createScimService({ db, access, admitAddress, links, quotas, baseUrl })
  scimRoutes(server, scim, callLimit(config.rateLimit, 'scim'), fairly)
}

type WebhookDeps = Pick<FeatureDeps, 'db' | 'vault'> & {
  readonly outbound: Outbound
  readonly settingsOf: ReturnType<typeof createSystemSettingsService>['get']
}

function registerWebhooks(app: App, { db, vault, outbound, settingsOf }: WebhookDeps): void {
  const isClosed = async (url: URL, party: string) => (await outbound.closed(url, { party })) !== null
  const webhooks = createWebhookService({ db, vault, isClosed })
  app.registerEndpoint(webhookEndpoints.list, ({ caller }) => webhooks.list(caller))
  app.registerEndpoint(webhookEndpoints.create, async ({ caller, body, newId, audit }) => {
    const added = await webhooks.create(caller, body, newId, audit)
    return { ...(await settingsOf(caller)), ...added }
  })
  app.registerEndpoint(webhookEndpoints.update, ({ caller, params, body, audit }) =>
    webhooks.update(caller, params.id, body, audit),
  )
  app.registerEndpoint(webhookEndpoints.rotate, ({ caller, params, audit }) => webhooks.rotate(caller, params.id, audit))
  app.registerEndpoint(webhookEndpoints.remove, async ({ caller, params, audit }) => {
    const removed = await webhooks.remove(caller, params.id, audit)
    return { ...(await settingsOf(caller)), ...removed }
  })
  app.registerEndpoint(webhookEndpoints.test, ({ caller, params, audit }) => webhooks.test(caller, params.id, audit))
  app.registerEndpoint(webhookEndpoints.deliveries, ({ caller, params }) => webhooks.deliveries(caller, params.id))
  app.registerEndpoint(webhookEndpoints.again, ({ caller, params, audit }) =>
    webhooks.again(caller, params.id, params.deliveryId, audit),
  )
}
