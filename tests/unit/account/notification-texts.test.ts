/** The texts, orders and limits of Notification Settings and Notification History, a second time as the specification has them. */
import { expect, it } from 'vitest'

import {
  defaultPreferences,
  notificationCategories,
  notificationChannels,
  notificationsKeptDays,
  notificationTexts,
} from '#contract/kit/notification-limits.ts'

it.each<[string, unknown, unknown]>([
  ['channels', notificationChannels, ['EMAIL', 'SMS', 'PUSH', 'WHATSAPP']],
  ['categories', notificationCategories, ['billing', 'security', 'updates', 'marketing']],
  ['days of the history', notificationsKeptDays, 365],
  ['page size', notificationTexts.pageSize, 10],
  ['columns', notificationTexts.columns, ['Type', 'Subject', 'Category', 'Sent date', 'Status']],
  ['save', notificationTexts.save, 'Save Preferences'],
  ['saved', notificationTexts.saved, 'Notification preferences saved successfully!'],
  ['not saved', notificationTexts.saveFailed, 'Failed to save notification preferences. Please try again.'],
  ['not read', notificationTexts.loadFailed, 'Failed to fetch notification preferences'],
  ['not updated', notificationTexts.updateFailed, 'Failed to update notification preferences'],
  ['history not read', notificationTexts.historyFailed, 'Failed to fetch notification history'],
  ['channels that are on', defaultPreferences.filter(({ enabled }) => enabled).map(({ type }) => type), ['EMAIL']],
  ['consent to marketing', defaultPreferences.some(({ categories }) => categories.marketing), false],
])('%s is that of the specification', (_, ours, theirs) => expect(ours).toEqual(theirs))
