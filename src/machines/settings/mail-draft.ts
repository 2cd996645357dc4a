/** Notification settings as they are changed: one flat field for each control, so that what is unsaved has a name. */
import type { NotificationSettings, NotificationsChange } from '#contract/settings/notification-settings.ts'

type Smtp = NotificationSettings['emailNotifications']['smtpConfiguration']

export type MailDraft = Smtp
export type NotificationsDraft = Smtp & { readonly emailEnabled: boolean; readonly webhooksEnabled: boolean }

export function draftOfNotifications({ emailNotifications, webhookNotifications }: NotificationSettings): NotificationsDraft {
  const switches = { emailEnabled: emailNotifications.enabled, webhooksEnabled: webhookNotifications.enabled }
  return { ...emailNotifications.smtpConfiguration, ...switches }
}

export function mailOfDraft({ host, port, secure, username, password, sender }: NotificationsDraft): MailDraft {
  return { host, port, secure, username, password, sender }
}

export function notificationsOfDraft(draft: NotificationsDraft): NotificationsChange {
  return {
    emailNotifications: { enabled: draft.emailEnabled, smtpConfiguration: mailOfDraft(draft) },
    webhookNotifications: { enabled: draft.webhooksEnabled },
  }
}

/** Whether a password is stored and no other one is written. */
export const isPasswordUnchanged = ({ password }: Pick<MailDraft, 'password'>): boolean =>
  typeof password !== 'string' && password.set

/** What is written of the password; the stored one is not known here. */
export const writtenPassword = ({ password }: Pick<MailDraft, 'password'>): string =>
  typeof password === 'string' ? password : ''

/** Where what was written is taken back, the stored one stays. */
export const passwordAfter = (text: string, saved: MailDraft['password']): MailDraft['password'] =>
  text === '' && typeof saved !== 'string' ? saved : text
