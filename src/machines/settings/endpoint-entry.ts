/** What is written of a private endpoint, and of the operator's decision on one. */
import { hostPortOf } from '#contract/settings/network/host-port.ts'
import { privateNetworkLimits as limits, networkTexts, regions, serviceTypes } from '#contract/settings/network/network-limits.ts'
import type { EndpointForm } from '#contract/settings/network/private-endpoint.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'

export type EndpointField = 'name' | 'serviceType' | 'endpointUrl' | 'region' | 'gatewayId'

const written = (entry: Entry, field: EndpointField | 'networks' | 'reason') => (entry[field] ?? '').trim()

export const emptyEndpoint: Entry = { name: '', serviceType: 'database', endpointUrl: '', region: 'us-east-1', gatewayId: '' }

/** What keeps the address from being sent; undefined where nothing does, and before it has been written. */
export const faultOfEndpointUrl = (entry: Entry): string | undefined =>
  written(entry, 'endpointUrl') !== '' && hostPortOf(written(entry, 'endpointUrl')) === null
    ? networkTexts.endpointAddress
    : undefined

export const isEndpointComplete = (entry: Entry): boolean =>
  written(entry, 'name') !== '' &&
  written(entry, 'name').length <= limits.nameMax &&
  hostPortOf(written(entry, 'endpointUrl')) !== null

export const endpointFormOf = (entry: Entry): EndpointForm => ({
  name: written(entry, 'name'),
  serviceType: serviceTypes.find((it) => it === entry['serviceType']) ?? 'other',
  endpointUrl: written(entry, 'endpointUrl'),
  region: regions.find((it) => it === entry['region']) ?? 'us-east-1',
  enabled: true,
  gatewayId: written(entry, 'gatewayId') || null,
})

export type Decision = 'approve' | 'refuse' | 'withdraw'

/** One a line. */
export const networksIn = (entry: Entry): string[] =>
  written(entry, 'networks')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `entry.gateway` is set of one behind a gateway, whose name is looked up there: it needs no networks. */
export function isDecisionComplete(entry: Entry): boolean {
  const networks = networksIn(entry).length
  if (entry['decision'] === 'approve') return entry['gateway'] === 'yes' || (networks > 0 && networks <= limits.networks)
  return written(entry, 'reason') !== '' && written(entry, 'reason').length <= limits.reasonMax
}
