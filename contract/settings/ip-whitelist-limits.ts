/** Limits, defaults and texts of the section IP Whitelisting. `worklist.md` C-3, X27. */

export const ipWhitelistLimits = {
  entries: 500,
  descriptionMax: 200,
} as const

export const ipWhitelistDefaults = {
  enabled: false,
  blockUnknownIPs: true,
  includeHooks: false,
  notifyOnBlocked: true,
  allowedIPs: [],
} as const

export const ipWhitelistTexts = {
  saved: 'IP whitelisting settings saved successfully!',
  address: 'Please enter a valid IPv4 or IPv6 address',
  subnet: 'Please enter a valid subnet mask',
} as const
