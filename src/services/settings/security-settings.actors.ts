/** Joins the tab Security Settings to its calls. */
import { type MfaCoverage, securitySettingsEndpoints } from '#contract/settings/security-settings.ts'
import { type SystemSettings, systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import type { Section } from '../../machines/kit/settings-section.machine.ts'
import { draftOfSecurity, isSecurityValid, type SecurityDraft, securityOfDraft } from '../../machines/settings/security-draft.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { call } from './settings-call.ts'

const nameOf = (companyId: string) => `security:${companyId}`
const sectionIn = ({ securitySettings, revisions, saved }: SystemSettings): Section => ({
  value: draftOfSecurity(securitySettings),
  revision: revisions.securitySettings,
  saved: saved.securitySettings,
})

export const securitySettingsMachine = (access: Access, companyId: string, announce: () => void) =>
  sectionOf({
    name: nameOf(companyId),
    read: async (signal) => sectionIn(await call(systemSettingsEndpoints.get, { access, signal })),
    save: async ({ value, revision }, signal) => {
      const body = { securitySettings: securityOfDraft(value as SecurityDraft), revisions: { securitySettings: revision } }
      return sectionIn(await call(systemSettingsEndpoints.set, { access, body, signal }))
    },
    isValid: (draft) => isSecurityValid(draft as SecurityDraft),
    announce,
  })

export const openedSecuritySettings = (companyId: string) => openedSection(nameOf(companyId))

/** Who has a second factor, as a list of one. */
export const coverageMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly MfaCoverage[]; total: number }> => {
    const coverage = await call(securitySettingsEndpoints.coverage, { access, signal })
    return { items: [coverage as MfaCoverage], total: 1 }
  }).provide({ delays: { refreshPause: 60_000 } })
