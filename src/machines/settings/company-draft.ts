/** Company settings as they are changed: one flat field for each control, so that what is unsaved has a name. */
import { faultsOfColors } from '#contract/settings/brand-colors.ts'
import type { CompanySettings } from '#contract/settings/company-settings.ts'

type Nested = 'brandingColors' | 'dashboardLayout' | 'maintenanceWindow'

export type CompanyDraft = Omit<CompanySettings, Nested> & {
  readonly primary: string
  readonly secondary: string
  readonly cardsPerRow: CompanySettings['dashboardLayout']['cardsPerRow']
  /** By the clock of the company's time zone; both '': no maintenance is planned. */
  readonly windowFrom: string
  readonly windowUntil: string
  readonly windowMessage: string
}

export function draftOfCompany({ brandingColors, dashboardLayout, maintenanceWindow, ...rest }: CompanySettings): CompanyDraft {
  const { from = '', until = '', message = '' } = maintenanceWindow ?? {}
  return { ...rest, ...brandingColors, ...dashboardLayout, windowFrom: from, windowUntil: until, windowMessage: message }
}

export function companyOfDraft({ primary, secondary, cardsPerRow, ...others }: CompanyDraft): CompanySettings {
  const { windowFrom: from, windowUntil: until, windowMessage: message, ...rest } = others
  return {
    ...rest,
    brandingColors: { primary, secondary },
    dashboardLayout: { cardsPerRow },
    maintenanceWindow: from === '' && until === '' ? null : { from, until, message: message.trim() },
  }
}

/** What is wrong with the planned maintenance as it is written. */
export function faultOfWindow({ windowFrom, windowUntil }: CompanyDraft): 'incomplete' | 'backwards' | null {
  if ((windowFrom === '') !== (windowUntil === '')) return 'incomplete'
  return windowFrom !== '' && windowUntil <= windowFrom ? 'backwards' : null
}

export function isCompanyValid(draft: CompanyDraft): boolean {
  const faults = faultsOfColors(draft)
  return (
    draft.organizationName.trim() !== '' && faults.primary === null && faults.secondary === null && faultOfWindow(draft) === null
  )
}
