/** Joins the tab Network Connectivity to its calls. */
import { type GatewayUsage, networkEndpoints } from '#contract/settings/network/network.ts'
import { type SystemSettings, systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import type { Section } from '../../machines/kit/settings-section.machine.ts'
import { draftOfNetwork, isNetworkValid, type NetworkDraft, networkOfDraft } from '../../machines/settings/network-draft.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { call } from './settings-call.ts'

/** Milliseconds between two readings. */
const usagePause = 5_000

const nameOf = (companyId: string) => `network:${companyId}`
const sectionIn = ({ networkConnectivity, revisions, saved }: SystemSettings): Section => ({
  value: draftOfNetwork(networkConnectivity),
  revision: revisions.networkConnectivity,
  saved: saved.networkConnectivity,
})

export const networkMachine = (access: Access, companyId: string, announce: () => void) =>
  sectionOf({
    name: nameOf(companyId),
    read: async (signal) => sectionIn(await call(systemSettingsEndpoints.get, { access, signal })),
    save: async ({ value, revision }, signal) => {
      const networkConnectivity = networkOfDraft(value as NetworkDraft)
      const body = { networkConnectivity, revisions: { networkConnectivity: revision } }
      return sectionIn(await call(systemSettingsEndpoints.set, { access, body, signal }))
    },
    isValid: (draft) => isNetworkValid(draft as NetworkDraft),
    announce,
  })

export const openedNetwork = (companyId: string) => openedSection(nameOf(companyId))

/** How many calls are used, as a list of one. */
export const gatewayUsageMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly GatewayUsage[]; total: number }> => {
    return { items: [await call(networkEndpoints.usage, { access, signal })], total: 1 }
  }).provide({ delays: { refreshPause: usagePause } })
