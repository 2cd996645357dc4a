/** The list of addresses of a company: what is saved of it, and what it means for one address. `worklist.md` C-3, X27. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { blockedAddressDays } from '#contract/kit/blocked-addresses.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { AllowedIp, IpWhitelisting, ipWhitelistEndpoints } from '#contract/settings/ip-whitelist.ts'
import { ipWhitelistDefaults, ipWhitelistTexts } from '#contract/settings/ip-whitelist-limits.ts'
import type { IpWhitelistChange } from '#contract/settings/system-settings.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { addressRuleOf, addressSection, isAddress, isIn, networkOf, networkStart } from '../../platform/security/address-rule.ts'
import { countBlocked, listBlocked } from '../kit/blocked-addresses.repository.ts'
import type { createSectionStore, Section } from './section-store.ts'

export const ipWhitelistSection: Section<IpWhitelisting> = {
  name: addressSection,
  defaults: ipWhitelistDefaults as unknown as IpWhitelisting,
  secrets: [],
}

type Sent = IpWhitelistChange['allowedIPs'][number]
type Entry = Sent & { readonly subnet: string; readonly description: string }

/** What is wrong with an entry: the member and the sentence; null when nothing is. */
function faultOf({ ipAddress, subnet }: Entry): readonly ['ipAddress' | 'subnet', string] | null {
  if (!isAddress(ipAddress)) return ['ipAddress', ipWhitelistTexts.address]
  if (subnet === '') return null
  const text = `${ipAddress}${subnet}`
  if (!/^\/\d{1,3}$/.test(subnet) || networkOf(text) === null) return ['subnet', ipWhitelistTexts.subnet]
  const start = networkStart(text)
  return networkOf(start)?.[0].toString() === networkOf(text)?.[0].toString()
    ? null
    : ['subnet', `${ipWhitelistTexts.subnet}. Did you mean ${start}?`]
}

/** The list as it is stored: new entries get an id, known ones keep when they were added. @throws `request/malformed` */
export function checkedList(sent: IpWhitelistChange, before: IpWhitelisting): IpWhitelisting {
  const entries = sent.allowedIPs.map((it): Entry => ({ ...it, subnet: it.subnet ?? '', description: it.description ?? '' }))
  const errors = entries.flatMap((entry, index) => {
    const fault = faultOf(entry)
    return fault === null ? [] : [{ path: `/ipWhitelisting/allowedIPs/${index}/${fault[0]}`, message: fault[1] }]
  })
  if (errors[0]) throw refusal('request/malformed', { message: errors[0].message, errors })
  const known = new Map(before.allowedIPs.map((entry) => [entry.id, entry.createdAt]))
  const allowedIPs = entries.map(({ id, ipAddress, subnet, description, enabled }): AllowedIp => {
    const createdAt = id === undefined ? undefined : known.get(id)
    const chosen = { ipAddress, subnet, description: description.trim(), enabled }
    if (id !== undefined && createdAt !== undefined) return { id, ...chosen, createdAt }
    return { id: uuid(), ...chosen, createdAt: new Date().toISOString() }
  })
  return { ...sent, includeHooks: sent.includeHooks ?? before.includeHooks, allowedIPs }
}

/** @throws `settings/own-lockout` where the list would refuse whoever saves it */
export function refuseOwnLockout(list: IpWhitelisting, address: string): void {
  const rule = addressRuleOf(list)
  if (rule === null || !rule.blocks || isIn(address, rule.networks)) return
  throw refusal('settings/own-lockout', {
    message: `This would lock you out. Add your own address, ${address}, to the list first.`,
  })
}

type Deps = { readonly db: Kysely<Tables>; readonly store: ReturnType<typeof createSectionStore> }
type Asked<K extends keyof typeof ipWhitelistEndpoints> = QueryOf<(typeof ipWhitelistEndpoints)[K]>
type Answer<K extends keyof typeof ipWhitelistEndpoints> = ReplyOf<(typeof ipWhitelistEndpoints)[K]>

export function createIpWhitelistService({ db, store }: Deps) {
  return {
    /** @throws `request/malformed` for a text that is no address */
    async check(companyId: string, { address }: Asked<'check'>, own: string): Promise<Answer<'check'>> {
      const wanted = address?.trim() || own
      if (!isAddress(wanted)) {
        const errors = [{ path: '/query/address', message: ipWhitelistTexts.address }]
        throw refusal('request/malformed', { message: ipWhitelistTexts.address, errors })
      }
      const { value } = await store.read(db, ipWhitelistSection, companyId)
      const rule = addressRuleOf(value)
      const entry = value.allowedIPs.find(({ ipAddress, subnet, enabled }) => enabled && isIn(wanted, [`${ipAddress}${subnet}`]))
      const isAllowed = rule === null || !rule.blocks || isIn(wanted, rule.networks)
      return { address: wanted, isOwn: wanted === own, isAllowed, entryId: entry?.id ?? null }
    },

    async blocked(companyId: string, { page = 1, limit = 10 }: Asked<'blocked'>): Promise<Answer<'blocked'>> {
      const days = blockedAddressDays
      const total = await countBlocked(db, companyId, days)
      const rows = await listBlocked(db, companyId, { days, limit, offset: (page - 1) * limit })
      const data = rows.map((row) => ({
        ...{ address: row.address, calls: row.calls, wasRefused: row.refused, lastBy: row.last_by, isEvent: row.is_event },
        ...{ firstAt: row.first_at.toISOString(), lastAt: row.last_at.toISOString() },
      }))
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
    },
  }
}
