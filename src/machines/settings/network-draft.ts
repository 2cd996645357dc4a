/** Network Connectivity as it is changed: one flat field for each control; numbers as they are typed. */
import type { NetworkConnectivity } from '#contract/settings/network/network.ts'
import { gatewayLimits } from '#contract/settings/network/network-limits.ts'

export type GatewayNumber = keyof typeof gatewayLimits

export type NetworkDraft = Readonly<Record<GatewayNumber, string>> & {
  /** Whether gateways and private endpoints are used. */
  readonly cloudEnabled: boolean
  readonly gatewayEnabled: boolean
  readonly rateLimiting: boolean
}

export const draftOfNetwork = ({ apiGateway: { enabled, rateLimiting }, cloudToCloud }: NetworkConnectivity): NetworkDraft => ({
  cloudEnabled: cloudToCloud.enabled,
  gatewayEnabled: enabled,
  rateLimiting: rateLimiting.enabled,
  requestsPerMinute: String(rateLimiting.requestsPerMinute),
  requestsPerHour: String(rateLimiting.requestsPerHour),
})

export const networkOfDraft = (draft: NetworkDraft): NetworkConnectivity => ({
  cloudToCloud: { enabled: draft.cloudEnabled },
  apiGateway: {
    enabled: draft.gatewayEnabled,
    rateLimiting: {
      enabled: draft.rateLimiting,
      requestsPerMinute: Number(draft.requestsPerMinute.trim()),
      requestsPerHour: Number(draft.requestsPerHour.trim()),
    },
  },
})

/** What is wrong with what stands in a field; undefined where nothing is. */
export function faultOfGateway(draft: NetworkDraft, field: GatewayNumber): string | undefined {
  const { min, max } = gatewayLimits[field]
  const text = draft[field].trim()
  const isRight = /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max
  return isRight ? undefined : `Enter a number from ${min} to ${max.toLocaleString('en')}.`
}

export const isNetworkValid = (draft: NetworkDraft): boolean =>
  (Object.keys(gatewayLimits) as GatewayNumber[]).every((field) => faultOfGateway(draft, field) === undefined)

/** The limit of an hour would be reached before that of a minute ever is. */
export const isHourSmaller = (draft: NetworkDraft): boolean =>
  isNetworkValid(draft) && Number(draft.requestsPerHour) < Number(draft.requestsPerMinute)
