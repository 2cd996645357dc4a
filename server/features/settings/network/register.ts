import { gatewayEndpoints } from '#contract/settings/network/gateways.ts'
import { networkEndpoints } from '#contract/settings/network/network.ts'
import { privateEndpointEndpoints } from '#contract/settings/network/private-endpoints.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import type { Outbound } from '../../../outbound/outbound.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { App, FeatureDeps } from '../../kit/feature.ts'
import { createEndpointDecisions, endpointRequests } from './endpoint-decisions.service.ts'
import { createGatewayService } from './gateways.service.ts'
import { createNetworkService } from './network.service.ts'
import { createPrivateEndpointService } from './private-endpoints.service.ts'

type Deps = Pick<FeatureDeps, 'db' | 'vault'> & {
  readonly outbound: Outbound
  readonly publicUrl: string
  readonly settingsOf: (caller: Caller) => Promise<SystemSettings>
}

export function registerNetwork(app: App, { db, vault, outbound, publicUrl, settingsOf }: Deps): void {
  const network = createNetworkService(db)
  app.registerEndpoint(networkEndpoints.usage, ({ caller }) => network.usage(caller))
  const gateways = createGatewayService({ db, vault, outbound })
  app.registerEndpoint(gatewayEndpoints.names, ({ caller }) => gateways.names(caller))
  app.registerEndpoint(gatewayEndpoints.list, ({ caller }) => gateways.list(caller))
  app.registerEndpoint(gatewayEndpoints.create, async ({ caller, body, newId, audit }) => {
    const gateway = await gateways.create(caller, body, newId, audit)
    return { ...(await settingsOf(caller)), ...gateway }
  })
  app.registerEndpoint(gatewayEndpoints.update, ({ caller, params, body, audit }) =>
    gateways.update(caller, params.id, body, audit),
  )
  app.registerEndpoint(gatewayEndpoints.remove, async ({ caller, params, audit }) => {
    const removed = await gateways.remove(caller, params.id, audit)
    return { ...(await settingsOf(caller)), ...removed }
  })
  app.registerEndpoint(gatewayEndpoints.test, ({ caller, params, body }) => gateways.test(caller, params.id, body.target))
  const endpoints = createPrivateEndpointService(db, publicUrl)
  const own = privateEndpointEndpoints
  app.registerEndpoint(own.list, ({ caller }) => endpoints.list(caller))
  app.registerEndpoint(own.create, async ({ caller, body, newId, audit }) => {
    const added = await endpoints.create(caller, body, newId, audit)
    return { ...(await settingsOf(caller)), ...added }
  })
  app.registerEndpoint(own.update, ({ caller, params, body, audit }) => endpoints.update(caller, params.id, body, audit))
  app.registerEndpoint(own.again, ({ caller, params, audit }) => endpoints.askAgain(caller, params.id, audit))
  app.registerEndpoint(own.remove, async ({ caller, params, audit }) => {
    const removed = await endpoints.remove(caller, params.id, audit)
    return { ...(await settingsOf(caller)), ...removed }
  })
  const decisions = createEndpointDecisions(db, publicUrl)
  app.registerEndpoint(own.requests, () => endpointRequests(db))
  app.registerEndpoint(own.approve, ({ params, body, caller, audit }) =>
    decisions.approve(params.id, body.networks, caller, audit),
  )
  app.registerEndpoint(own.refuse, ({ params, body, caller, audit }) => decisions.refuse(params.id, body.reason, caller, audit))
  app.registerEndpoint(own.withdraw, ({ params, body, caller, audit }) =>
    decisions.withdraw(params.id, body.reason, caller, audit),
  )
}
