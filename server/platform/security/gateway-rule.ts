/** What the API gateway of a company lets in: the sum of the calls by its API keys. `worklist.md` C-7, X7. */
import type { NetworkConnectivity } from '#contract/settings/network/network.ts'
import { networkDefaults } from '#contract/settings/network/network-limits.ts'

export const networkSection = 'networkConnectivity'

export type GatewayRule = {
  /** False: no call by API key is let in. */
  readonly isOpen: boolean
  /** Null: as many as there are. */
  readonly rates: { readonly requestsPerMinute: number; readonly requestsPerHour: number } | null
}

/** @param section as it is stored; null where there is none. */
export function gatewayRuleOf(section: unknown): GatewayRule {
  const { apiGateway } = { ...networkDefaults, ...(section as Partial<NetworkConnectivity> | null) }
  const { enabled, rateLimiting } = apiGateway
  return { isOpen: enabled, rates: rateLimiting.enabled ? rateLimiting : null }
}
