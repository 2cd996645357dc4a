/** The section Notification Settings: the mail server of the company, and its webhooks. `worklist.md` C-5. */
import Type, { type Static } from 'typebox'
import { closed } from '../kit/schemas.ts'
import { EmailNotifications, SentMailServer } from './company-mail.ts'
import { Webhook } from './webhook.ts'
import { webhookLimits } from './webhook-limits.ts'

export const NotificationSettings = Type.Object({
  emailNotifications: EmailNotifications,
  webhookNotifications: Type.Object({
    /** Off: no event is written for any endpoint, and what waits stays. */
    enabled: Type.Boolean(),
    endpoints: Type.Array(Webhook),
  }),
})
export type NotificationSettings = Static<typeof NotificationSettings>

/** What is saved of it. Endpoints are added and changed one by one, because each has a secret that is shown once. */
export const NotificationsChange = closed({
  emailNotifications: EmailNotifications,
  webhookNotifications: closed({ enabled: Type.Boolean() }),
})
export type NotificationsChange = Static<typeof NotificationsChange>

/** As it is sent: a sender that is left out stays, and endpoints may be sent back as they were read. */
export const SentNotifications = closed({
  emailNotifications: closed({ ...EmailNotifications.properties, smtpConfiguration: SentMailServer }),
  webhookNotifications: closed({
    enabled: Type.Boolean(),
    endpoints: Type.Optional(Type.Array(Type.Unknown(), { maxItems: webhookLimits.perCompany })),
  }),
})
export type SentNotifications = Static<typeof SentNotifications>
