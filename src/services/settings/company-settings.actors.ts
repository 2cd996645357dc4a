import { logoLimits } from '#contract/kit/files/image-limits.ts'
import { maintenanceMessageMax } from '#contract/settings/company-limits.ts'
import type { CompanySettings } from '#contract/settings/company-settings.ts'
import { maintenanceEndpoints } from '#contract/settings/maintenance.ts'
import { type SystemSettings, systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import type { Section } from '../../machines/kit/settings-section.machine.ts'
import { type CompanyDraft, companyOfDraft, draftOfCompany, isCompanyValid } from '../../machines/settings/company-draft.ts'
import { tellLookChanged } from '../auth/look-changes.ts'
import type { Access } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { pictureOf } from '../kit/picture.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { call } from './settings-call.ts'

const readSettings = (access: Access, signal: AbortSignal): Promise<SystemSettings> =>
  call(systemSettingsEndpoints.get, { access, signal })

const saveCompanySettings = (access: Access, companySettings: CompanySettings, revision: number, signal: AbortSignal) =>
  call(systemSettingsEndpoints.set, { access, body: { companySettings, revisions: { companySettings: revision } }, signal })

/** What is said of maintenance now, as a list of one. */
export const maintenanceNoticeMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(maintenanceEndpoints.get, { access, signal })], total: 1 })).provide({
    delays: { refreshPause: 30_000 },
  })

const nameOf = (companyId: string) => `company:${companyId}`
const sectionIn = ({ companySettings, revisions, saved }: SystemSettings): Section => ({
  value: draftOfCompany(companySettings),
  revision: revisions.companySettings,
  saved: saved.companySettings,
})

export const companySettingsMachine = (access: Access, companyId: string) =>
  sectionOf({
    name: nameOf(companyId),
    read: async (signal) => sectionIn(await readSettings(access, signal)),
    save: async ({ value, revision }, signal) =>
      sectionIn(await saveCompanySettings(access, companyOfDraft(value as CompanyDraft), revision, signal)),
    isValid: (draft) => isCompanyValid(draft as CompanyDraft),
    announce: tellLookChanged,
  })

export const openedCompany = (companyId: string) => openedSection(nameOf(companyId))

/** The logo is a change like any other: it is sent with the rest. */
export const logoMachine = (announce: (logo: string | null) => void) =>
  pictureOf({ limits: logoLimits, give: (picture) => Promise.resolve(picture), announce })

/** Asks what people read while the company is in maintenance. */
export const maintenanceDialogMachine = (announce: (entry: Entry) => void) =>
  entryDialogOf({
    save: () => Promise.resolve(),
    isValid: ({ message = '' }) => message.length <= maintenanceMessageMax,
    announce,
  })
