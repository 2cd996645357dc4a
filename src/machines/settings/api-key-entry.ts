/** What is written of an API key, as text by field, and the form that is sent. */
import { type Scope, scopes } from '#contract/kit/scopes.ts'
import { apiKeyRateMax, apiKeyRates, apiKeyTexts } from '#contract/settings/api-key-limits.ts'
import type { ApiKey, ApiKeyForm } from '#contract/settings/api-keys.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'
import { isAddressOrNetwork } from './ip-text.ts'

export type KeyField =
  | 'name'
  | 'description'
  | 'enabled'
  | 'expiresOn'
  | 'permissions'
  | 'isLimited'
  | 'requestsPerMinute'
  | 'requestsPerHour'
  | 'requestsPerDay'
  | 'isRestricted'
  | 'allowedIPs'

export const rateFields = ['requestsPerMinute', 'requestsPerHour', 'requestsPerDay'] as const

const flag = (isOn: boolean) => (isOn ? 'yes' : '')
const written = (entry: Entry, field: KeyField) => entry[field] ?? ''
export const isSet = (entry: Entry, field: KeyField): boolean => written(entry, field) !== ''

/** The permissions that are chosen, in the order of the catalogue. */
export const permissionsOf = (entry: Entry): Scope[] => {
  const chosen = written(entry, 'permissions').split(' ')
  return scopes.filter((scope) => chosen.includes(scope))
}

/** The text of the permissions with one more or one less. */
export const withPermission = (entry: Entry, scope: Scope, isOn: boolean): string =>
  scopes.filter((each) => (each === scope ? isOn : permissionsOf(entry).includes(each))).join(' ')

/** What the dialog begins with: a new key, or one as it is. A day stands for its end in UTC. */
export function keyEntryOf(key: ApiKey | null): Entry {
  const rates = key?.rateLimiting ?? { enabled: true, ...apiKeyRates }
  return {
    name: key?.name ?? '',
    description: key?.description ?? '',
    enabled: flag(key?.enabled ?? true),
    expiresOn: key?.expiresAt?.slice(0, 10) ?? '',
    permissions: key?.permissions.join(' ') ?? '',
    isLimited: flag(rates.enabled),
    requestsPerMinute: String(rates.requestsPerMinute),
    requestsPerHour: String(rates.requestsPerHour),
    requestsPerDay: String(rates.requestsPerDay),
    isRestricted: flag(key?.ipRestrictions.enabled ?? false),
    allowedIPs: key?.ipRestrictions.allowedIPs.join('\n') ?? '',
  }
}

const addressesOf = (entry: Entry): string[] =>
  written(entry, 'allowedIPs')
    .split(/[\s,]+/)
    .filter((line) => line !== '')

const isRate = (text: string) => /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= apiKeyRateMax
const isDay = (text: string) => text === '' || (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)))

/** What keeps a field from being sent; undefined where nothing does, and of a field that has not been written. */
export function faultOfKeyField(entry: Entry, field: KeyField): string | undefined {
  if (field === 'allowedIPs' && isSet(entry, 'isRestricted'))
    return addressesOf(entry).every(isAddressOrNetwork) ? undefined : apiKeyTexts.address
  return undefined
}

/** Whether everything is there that is needed. */
export const isKeyComplete = (entry: Entry): boolean =>
  written(entry, 'name').trim() !== '' &&
  permissionsOf(entry).length > 0 &&
  isDay(written(entry, 'expiresOn')) &&
  (!isSet(entry, 'isLimited') || rateFields.every((field) => isRate(written(entry, field)))) &&
  (!isSet(entry, 'isRestricted') || addressesOf(entry).length > 0) &&
  faultOfKeyField(entry, 'allowedIPs') === undefined

const rateOf = (entry: Entry, field: (typeof rateFields)[number]) =>
  isRate(written(entry, field)) ? Number(written(entry, field)) : apiKeyRates[field]

/** What is sent. Of limits that are off the defaults stand in for what is no number. */
export const keyFormOf = (entry: Entry): ApiKeyForm => ({
  name: written(entry, 'name').trim(),
  description: written(entry, 'description').trim(),
  enabled: isSet(entry, 'enabled'),
  expiresAt: written(entry, 'expiresOn') === '' ? null : `${written(entry, 'expiresOn')}T23:59:59.999Z`,
  permissions: permissionsOf(entry),
  rateLimiting: {
    enabled: isSet(entry, 'isLimited'),
    requestsPerMinute: rateOf(entry, 'requestsPerMinute'),
    requestsPerHour: rateOf(entry, 'requestsPerHour'),
    requestsPerDay: rateOf(entry, 'requestsPerDay'),
  },
  ipRestrictions: { enabled: isSet(entry, 'isRestricted'), allowedIPs: addressesOf(entry).filter(isAddressOrNetwork) },
})
