/** Company settings as they are changed: one flat field for each control, so that what is unsaved has a name. */
import { faultsOfColors } from '#contract/settings/brand-colors.ts'
import type { CompanySettings } from '#contract/settings/company-settings.ts'

type Nested = 'brandingColors' | 'dashboardLayout'

export type CompanyDraft = Omit<CompanySettings, Nested> & {
  readonly primary: string
  readonly secondary: string
  readonly cardsPerRow: CompanySettings['dashboardLayout']['cardsPerRow']
}

export function draftOfCompany({ brandingColors, dashboardLayout, ...rest }: CompanySettings): CompanyDraft {
  return { ...rest, ...brandingColors, ...dashboardLayout }
}

export function companyOfDraft({ primary, secondary, cardsPerRow, ...rest }: CompanyDraft): CompanySettings {
  return { ...rest, brandingColors: { primary, secondary }, dashboardLayout: { cardsPerRow } }
}

export function isCompanyValid(draft: CompanyDraft): boolean {
  const faults = faultsOfColors(draft)
  return draft.organizationName.trim() !== '' && faults.primary === null && faults.secondary === null
}
