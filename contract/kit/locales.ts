/** Time zones and languages that a person and a company choose from. `studio-account-settings.md` section 9. */

/** Of a person: the names of the specification, by their IANA ids. */
export const personTimeZones = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Los_Angeles': 'Pacific Time',
  'Europe/London': 'London',
  'Europe/Paris': 'Central European Time',
  'Asia/Tokyo': 'Japan',
} as const

/** Of a company. */
export const companyTimeZones = {
  UTC: 'UTC',
  ...personTimeZones,
  'Asia/Shanghai': 'China',
  'Australia/Sydney': 'Australian Eastern Time',
} as const

export const personLanguages = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  zh: 'Chinese',
  ja: 'Japanese',
  pt: 'Portuguese',
} as const

export const companyLanguages = { ...personLanguages, it: 'Italian', ru: 'Russian', ko: 'Korean' } as const
