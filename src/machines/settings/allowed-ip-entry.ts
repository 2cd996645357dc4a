/** What is written of one address of the list, as text by field. `studio-account-settings.md` section 5. */
import { ipWhitelistLimits, ipWhitelistTexts } from '#contract/settings/ip-whitelist-limits.ts'
import type { IpWhitelistChange } from '#contract/settings/system-settings.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'
import { isAddress, isSubnetOf } from './ip-text.ts'

export type AllowedIpDraft = IpWhitelistChange['allowedIPs'][number]
type IpField = 'ipAddress' | 'subnet' | 'description' | 'enabled'

/** @param index of the entry in the list; null of a new one. */
export const ipEntryOf = (index: number | null, of?: AllowedIpDraft): Entry => ({
  index: index === null ? '' : String(index),
  ipAddress: of?.ipAddress ?? '',
  subnet: of?.subnet ?? '',
  description: of?.description ?? '',
  enabled: of?.enabled === false ? '' : 'yes',
})

const written = (entry: Entry, field: IpField) => (entry[field] ?? '').trim()

/** What is wrong with what was typed; undefined where nothing is, and of an empty field. */
export function faultOfIpField(entry: Entry, field: IpField): string | undefined {
  const [address, subnet] = [written(entry, 'ipAddress'), written(entry, 'subnet')]
  if (field === 'ipAddress' && address !== '' && !isAddress(address)) return ipWhitelistTexts.address
  if (field === 'subnet' && subnet !== '' && !isSubnetOf(address, subnet)) return ipWhitelistTexts.subnet
  return undefined
}

export const isIpComplete = (entry: Entry): boolean =>
  isAddress(written(entry, 'ipAddress')) &&
  isSubnetOf(written(entry, 'ipAddress'), written(entry, 'subnet')) &&
  written(entry, 'description').length <= ipWhitelistLimits.descriptionMax

/** The list with this entry in its place, or at its end. */
export function withIpEntry(list: readonly AllowedIpDraft[], entry: Entry): AllowedIpDraft[] {
  const index = entry['index'] === '' ? list.length : Number(entry['index'])
  const chosen = {
    ...{ ipAddress: written(entry, 'ipAddress'), subnet: written(entry, 'subnet') },
    ...{ description: written(entry, 'description'), enabled: written(entry, 'enabled') !== '' },
  }
  return [...list.slice(0, index), { ...list[index], ...chosen }, ...list.slice(index + 1)]
}
