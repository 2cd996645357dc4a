/** Joins the tab IP Whitelisting to its calls. */
import { type BlockedAddress, ipWhitelistEndpoints } from '#contract/settings/ip-whitelist.ts'
import { type IpWhitelistChange, type SystemSettings, systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import type { Section } from '../../machines/kit/settings-section.machine.ts'
import { addressCheckMachine } from '../../machines/settings/address-check.machine.ts'
import { isIpComplete } from '../../machines/settings/allowed-ip-entry.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { call } from './settings-call.ts'

/** Milliseconds between two readings of who was refused. */
const blockedPause = 15_000

const nameOf = (companyId: string) => `ip-whitelist:${companyId}`
const sectionIn = ({ ipWhitelisting, revisions, saved }: SystemSettings): Section => ({
  value: ipWhitelisting,
  revision: revisions.ipWhitelisting,
  saved: saved.ipWhitelisting,
})

export const ipWhitelistMachine = (access: Access, companyId: string, announce: () => void) =>
  sectionOf({
    name: nameOf(companyId),
    read: async (signal) => sectionIn(await call(systemSettingsEndpoints.get, { access, signal })),
    save: async ({ value, revision }, signal) => {
      const body = { ipWhitelisting: value as IpWhitelistChange, revisions: { ipWhitelisting: revision } }
      return sectionIn(await call(systemSettingsEndpoints.set, { access, body, signal }))
    },
    announce,
  })

export const openedIpWhitelist = (companyId: string) => openedSection(nameOf(companyId))

/** What is written of one entry is held in the tab until the section is saved. */
export const allowedIpMachine = (keep: (entry: Entry) => void) =>
  entryDialogOf({ save: async (entry) => keep(entry), isValid: isIpComplete, announce: () => {} })

export const addressCheckFor = (access: Access) =>
  addressCheckMachine.provide({
    actors: {
      send: actorFrom(({ address }, signal) => call(ipWhitelistEndpoints.check, { access, query: { address }, signal })),
    },
  })

/** The address of this browser as the server sees it, as a list of one. */
export const ownAddressMachine = (access: Access) =>
  listOf(async (_, signal) => ({
    items: [await call(ipWhitelistEndpoints.check, { access, query: {}, signal })],
    total: 1,
  })).provide({
    delays: { refreshPause: 600_000 },
  })

export const blockedListMachine = (access: Access) =>
  listOf(async ({ page }, signal): Promise<{ items: readonly BlockedAddress[]; total: number }> => {
    const { data, total } = await call(ipWhitelistEndpoints.blocked, { access, query: { page: Number(page) }, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause: blockedPause } })
