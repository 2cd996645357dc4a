/** What is written of a VPN configuration, as text by field, and the form that is sent. */
import type { Gateway, GatewayForm } from '#contract/settings/network/gateway.ts'
import { gatewayAddressOf } from '#contract/settings/network/host-port.ts'
import { cloudProviders, privateNetworkLimits as limits, networkTexts } from '#contract/settings/network/network-limits.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'

export type GatewayField = 'name' | 'provider' | 'endpointUrl' | 'username' | 'presharedKey' | 'enabled'

const written = (entry: Entry, field: GatewayField | 'id' | 'savedUrl') => (entry[field] ?? '').trim()

/** What the dialog begins with; null of a new one. */
export const gatewayEntryOf = (of: Gateway | null): Entry => ({
  ...{
    id: of?.id ?? '',
    revision: String(of?.revision ?? ''),
    savedUrl: of?.endpointUrl ?? '',
    last4: of?.presharedKey.last4 ?? '',
    keyMissing: of?.presharedKey.set === false ? 'yes' : '',
  },
  ...{ name: of?.name ?? '', provider: of?.provider ?? 'aws', endpointUrl: of?.endpointUrl ?? '', username: of?.username ?? '' },
  ...{ presharedKey: '', enabled: of?.enabled === false ? '' : 'yes' },
})

const bytes = (text: string) => new TextEncoder().encode(text).length

/** Whether the stored key goes on: nothing is written, and the address is the one that it was saved for. */
export const keepsKey = (entry: Entry): boolean =>
  (entry['keyMissing'] ?? '') === '' &&
  written(entry, 'id') !== '' &&
  (entry['presharedKey'] ?? '') === '' &&
  JSON.stringify(gatewayAddressOf(written(entry, 'endpointUrl'))) === JSON.stringify(gatewayAddressOf(written(entry, 'savedUrl')))

/** What keeps a field from being sent; undefined where nothing does, and of a field that has not been written. */
export function faultOfGatewayField(entry: Entry, field: GatewayField): string | undefined {
  const [url, key] = [written(entry, 'endpointUrl'), entry['presharedKey'] ?? '']
  const address = gatewayAddressOf(url)
  if (field === 'endpointUrl' && url !== '' && typeof address === 'string')
    return address === 'noAddress' ? networkTexts.gatewayAddress : networkTexts.inAddress
  if (field === 'username' && bytes(written(entry, 'username')) > limits.usernameMax) return networkTexts.keyTooLong
  if (field !== 'presharedKey') return undefined
  if (bytes(key) > limits.keyMax) return networkTexts.keyTooLong
  return written(entry, 'id') !== '' && key === '' && (entry['keyMissing'] ?? '') === '' && !keepsKey(entry)
    ? networkTexts.keyAgain
    : undefined
}

/** Name, provider, address and key are filled, as the specification asks. */
export const isGatewayComplete = (entry: Entry): boolean =>
  written(entry, 'name') !== '' &&
  written(entry, 'name').length <= limits.nameMax &&
  typeof gatewayAddressOf(written(entry, 'endpointUrl')) === 'object' &&
  ((entry['presharedKey'] ?? '') !== '' || keepsKey(entry)) &&
  (['username', 'presharedKey'] as const).every((field) => faultOfGatewayField(entry, field) === undefined)

export const gatewayFormOf = (entry: Entry): GatewayForm => ({
  name: written(entry, 'name'),
  provider: cloudProviders.find((it) => it === entry['provider']) ?? 'custom',
  endpointUrl: written(entry, 'endpointUrl'),
  username: written(entry, 'username'),
  enabled: written(entry, 'enabled') !== '',
  presharedKey: keepsKey(entry) ? { set: true, last4: entry['last4'] ?? '' } : (entry['presharedKey'] ?? ''),
})

/** How a gateway does, by the newest that is known of it. */
export type GatewayStatus = 'keyMissing' | 'off' | 'failing' | 'connected' | 'testFailed' | 'untested'

export function statusOf({ presharedKey, enabled, failure, test, usedAt }: Gateway): {
  readonly status: GatewayStatus
  readonly at: string | null
} {
  if (!presharedKey.set) return { status: 'keyMissing', at: null }
  if (!enabled) return { status: 'off', at: null }
  const well = [usedAt, test?.success ? test.at : null].reduce((newest, at) => ((at ?? '') > (newest ?? '') ? at : newest), null)
  const testFailed = test !== null && !test.success ? test.at : null
  if ((failure?.at ?? '') > (well ?? '') && (failure?.at ?? '') > (testFailed ?? ''))
    return { status: 'failing', at: failure?.at ?? null }
  if (testFailed !== null && testFailed > (well ?? '')) return { status: 'testFailed', at: testFailed }
  return well === null ? { status: 'untested', at: null } : { status: 'connected', at: well }
}
