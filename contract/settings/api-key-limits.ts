/** Limits, defaults and texts of API keys. `studio-account-settings.md` sections 8 and 9, `worklist.md` C-4. */

export const apiKeyLimits = {
  perCompany: 100,
  nameMax: 100,
  descriptionMax: 500,
  addressesMax: 100,
  /** Hours that the earlier value of a replaced key still works. */
  overlapHours: 24,
} as const

/** Calls that a new key may make. */
export const apiKeyRates = { requestsPerMinute: 60, requestsPerHour: 1_000, requestsPerDay: 10_000 } as const
export const apiKeyRateMax = 1_000_000

/** What a key begins with; 64 hexadecimal digits follow. */
export const apiKeyStart = 'dc_'
/** Characters of a key that are kept and shown. */
export const apiKeyShown = 12

export const apiKeyTexts = {
  saved: 'API key settings saved successfully!',
  copied: 'API key copied to clipboard!',
  address: 'Invalid IP address',
} as const
