import type { CompanySettings } from '#contract/settings/company-settings.ts'
import { type SystemSettings, systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import type { Access } from '../kit/api-client.ts'
import { call } from './settings-call.ts'

export const readSettings = (access: Access, signal: AbortSignal): Promise<SystemSettings> =>
  call(systemSettingsEndpoints.get, { access, signal })

export const saveCompanySettings = (access: Access, companySettings: CompanySettings, revision: number, signal: AbortSignal) =>
  call(systemSettingsEndpoints.set, { access, body: { companySettings, revisions: { companySettings: revision } }, signal })
