/** Channels and categories of what people are told, and what one of them chooses. `worklist.md` B-5. */
import Type, { type Static } from 'typebox'
import { notificationCategories, notificationChannels } from './notification-limits.ts'
import { closed, oneOf, readOnlyMembers } from './schemas.ts'

export const NotificationChannel = oneOf(...notificationChannels)
export type NotificationChannel = Static<typeof NotificationChannel>
export const NotificationCategory = oneOf(...notificationCategories)
export type NotificationCategory = Static<typeof NotificationCategory>

export const chosenNotifications = {
  type: NotificationChannel,
  enabled: Type.Boolean(),
  categories: closed({
    billing: Type.Boolean(),
    security: Type.Boolean(),
    updates: Type.Boolean(),
    marketing: Type.Boolean(),
  }),
}

export const NotificationPreference = closed(chosenNotifications)
/** As it is saved: where it goes and how is not chosen here. */
export const NotificationPreferenceChange = closed({
  ...chosenNotifications,
  ...readOnlyMembers('target', 'delivery', 'revision'),
})
export type NotificationPreference = Static<typeof NotificationPreference>
