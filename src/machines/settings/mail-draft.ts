/** Notification settings as they are changed: one flat field for each control, so that what is unsaved has a name. */
import type { NotificationSettings } from '#contract/settings/notification-settings.ts'

type Smtp = NotificationSettings['emailNotifications']['smtpConfiguration']

export type MailDraft = Smtp
export type NotificationsDraft = Smtp & { readonly emailEnabled: boolean }

export function draftOfNotifications({ emailNotifications }: NotificationSettings): NotificationsDraft {
  return { ...emailNotifications.smtpConfiguration, emailEnabled: emailNotifications.enabled }
}

export function mailOfDraft({ host, port, secure, username, password, sender }: NotificationsDraft): MailDraft {
  return { host, port, secure, username, password, sender }
}

export function notificationsOfDraft(draft: NotificationsDraft): NotificationSettings {
  return { emailNotifications: { enabled: draft.emailEnabled, smtpConfiguration: mailOfDraft(draft) } }
}

/** Whether a password is stored and no other one is written. */
export const isPasswordKept = ({ password }: Pick<MailDraft, 'password'>): boolean => typeof password !== 'string' && password.set

/** What is written of the password; the stored one is not known here. */
export const writtenPassword = ({ password }: Pick<MailDraft, 'password'>): string =>
  typeof password === 'string' ? password : ''

/** Where what was written is taken back, the stored one stays. */
export const passwordAfter = (text: string, saved: MailDraft['password']): MailDraft['password'] =>
  text === '' && typeof saved !== 'string' ? saved : text
