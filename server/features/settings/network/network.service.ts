/** The section Network Connectivity as it is stored, and how much of it is used. Where it is obeyed: `key-admission.ts`. `worklist.md` C-7. */
import type { Kysely } from 'kysely'
import { gatewayEndpoints } from '#contract/settings/network/gateways.ts'
import type { GatewayUsage, NetworkConnectivity, NetworkShown, SentNetwork } from '#contract/settings/network/network.ts'
import { networkDefaults } from '#contract/settings/network/network-limits.ts'
import { privateEndpointEndpoints } from '#contract/settings/network/private-endpoints.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import { networkSection } from '../../../platform/security/gateway-rule.ts'
import { refuseOther } from '../own-calls.ts'
import type { Section } from '../section-store.ts'
import { countedCalls } from './gateways.repository.ts'
import { gatewaysOf } from './gateways.service.ts'
import { endpointsOf } from './private-endpoints.service.ts'

export const networkConnectivity: Section<NetworkConnectivity> = {
  name: networkSection,
  defaults: networkDefaults,
  secrets: [],
}

/** With the gateways and the private endpoints of the company. */
export const networkShown = async (
  db: Kysely<Tables>,
  companyId: string,
  { apiGateway, cloudToCloud: { enabled } }: NetworkConnectivity,
): Promise<NetworkShown> => ({
  apiGateway,
  cloudToCloud: {
    enabled,
    vpnConfigurations: await gatewaysOf(db, companyId),
    privateEndpoints: await endpointsOf(db, companyId),
  },
})

/** Refuses a section that holds other gateways or private endpoints than there are. @throws `request/malformed` */
export async function refuseOtherNetwork(db: Kysely<Tables>, companyId: string, { cloudToCloud }: SentNetwork): Promise<void> {
  const { vpnConfigurations, privateEndpoints } = cloudToCloud
  const path = '/networkConnectivity/cloudToCloud'
  if (vpnConfigurations)
    refuseOther(vpnConfigurations, await gatewaysOf(db, companyId), {
      ...{ path: `${path}/vpnConfigurations`, calls: gatewayEndpoints.list.path },
      members: ['id', 'name', 'provider', 'endpointUrl', 'username', 'presharedKey', 'enabled'],
    })
  if (privateEndpoints)
    refuseOther(privateEndpoints, await endpointsOf(db, companyId), {
      ...{ path: `${path}/privateEndpoints`, calls: privateEndpointEndpoints.list.path },
      members: ['id', 'name', 'serviceType', 'endpointUrl', 'region', 'enabled', 'gatewayId'],
    })
}

export function createNetworkService(db: Kysely<Tables>) {
  return {
    async usage({ companyId }: Caller): Promise<GatewayUsage> {
      const { minute, hour } = await countedCalls(db, companyId)
      const shown = ({ calls, since, endsAt }: typeof minute) => ({
        ...{ calls, since: since.toISOString(), endsAt: endsAt.toISOString() },
      })
      return { minute: shown(minute), hour: shown(hour) }
    },
  }
}
