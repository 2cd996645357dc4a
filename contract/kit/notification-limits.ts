/** Channels, categories, defaults and texts of Notification Settings and Notification History. `worklist.md` B-5 and B-6. */

export const notificationChannels = ['EMAIL', 'SMS', 'PUSH', 'WHATSAPP'] as const
export const notificationCategories = ['billing', 'security', 'updates', 'marketing'] as const
/** Days that the history is kept. */
export const notificationRetentionDays = 365

const none = { billing: false, security: false, updates: false, marketing: false } as const

/** Marketing is off everywhere: it wants consent. */
export const defaultPreferences = [
  { type: 'EMAIL', enabled: true, categories: { billing: true, security: true, updates: true, marketing: false } },
  { type: 'SMS', enabled: false, categories: none },
  { type: 'PUSH', enabled: false, categories: none },
  { type: 'WHATSAPP', enabled: false, categories: none },
] as const

export const notificationTexts = {
  save: 'Save Preferences',
  saved: 'Notification preferences saved successfully!',
  saveFailed: 'Failed to save notification preferences. Please try again.',
  loadFailed: 'Failed to fetch notification preferences',
  updateFailed: 'Failed to update notification preferences',
  historyFailed: 'Failed to fetch notification history',
  columns: ['Type', 'Subject', 'Category', 'Sent date', 'Status'],
  pageSize: 10,
} as const
