/** Limits and defaults of the section Company Settings. `worklist.md` C-1, `studio-account-settings.md` section 9. */
import { usualTimeZone } from '../kit/zone.ts'

export const organizationNameMax = 128
export const maintenanceMessageMax = 1_000
/** Days that a planned maintenance lasts at most. */
export const maintenanceDaysMax = 7
/** Hours before its begin from which everybody reads of it. */
export const maintenanceAnnouncedHours = 24
export const cardsPerRow = [3, 4, 5] as const

/** Of a company that has chosen nothing. Name and maintenance are the company's own. */
export const companyDefaults = {
  defaultTimezone: usualTimeZone,
  defaultLanguage: 'en',
  brandingColors: { primary: '#1664FF', secondary: '#f5f5f5' },
  dashboardLayout: { cardsPerRow: 3 },
} as const

export const companyTexts = {
  saved: 'Company settings saved successfully!',
  imageOnly: 'Please select an image file',
  imageTooLarge: 'File size must be less than 5MB',
} as const
