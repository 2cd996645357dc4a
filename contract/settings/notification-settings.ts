/** The section Notification Settings: the mail server of the company. `worklist.md` C-5. */
import type { Static } from 'typebox'
import { closed } from '../kit/schemas.ts'
import { EmailNotifications } from './company-mail.ts'

export const NotificationSettings = closed({ emailNotifications: EmailNotifications })
export type NotificationSettings = Static<typeof NotificationSettings>
