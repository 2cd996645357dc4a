/** The section Notification Settings as it is stored, and what of it can be saved. `worklist.md` C-5, X14. */
import { refusal } from '#contract/kit/problem.ts'
import type { EmailNotifications } from '#contract/settings/company-mail.ts'
import { companyMailDefaults, companyMailTexts, mailPorts } from '#contract/settings/company-mail-limits.ts'
import type { NotificationsChange, SentNotifications } from '#contract/settings/notification-settings.ts'
import { mailSection } from '../../platform/mail/messages.repository.ts'
import type { Section } from './section-store.ts'

export const passwordPath = 'emailNotifications.smtpConfiguration.password'

export const notificationSection: Section<NotificationsChange> = {
  name: mailSection,
  defaults: { emailNotifications: companyMailDefaults, webhookNotifications: { enabled: false } },
  secrets: [passwordPath],
}

export type Smtp = EmailNotifications['smtpConfiguration']

export const isMailAddress = (text: string) => /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(text)
/** A name or an address, nothing around it. */
const isHost = (text: string) => /^[\w.:[\]-]+$/.test(text)

/** The address that mails come from. */
export const senderOf = ({ sender, username }: Pick<Smtp, 'sender' | 'username'>): string => sender.trim() || username.trim()

export const isMasked = (password: Smtp['password']): boolean => typeof password !== 'string' && password.set

/** Where a stored password may go: nowhere else (threat T-CRED). */
export const isSameServer = (one: Pick<Smtp, 'host' | 'port'>, other: Pick<Smtp, 'host' | 'port'>) =>
  one.host.trim().toLowerCase() === other.host.trim().toLowerCase() && one.port === other.port

/** What keeps a configuration from being used, by field. */
export function faultsOfSmtp(wanted: Smtp, before: Smtp): Readonly<Record<string, string>> {
  const { host, port, password } = wanted
  const isPort = (mailPorts as readonly number[]).includes(port)
  return {
    ...(isHost(host.trim()) ? {} : { host: companyMailTexts.fillIn }),
    ...(isPort ? {} : { port: companyMailTexts.port }),
    ...(isMailAddress(senderOf(wanted)) ? {} : { sender: companyMailTexts.address }),
    ...(isMasked(password) && !isSameServer(wanted, before) ? { password: companyMailTexts.passwordAgain } : {}),
  }
}

/** @throws `request/malformed` where mails are to go through a server that cannot be used */
export function checkedNotifications(sent: SentNotifications, before: NotificationsChange): NotificationsChange {
  const { enabled, smtpConfiguration } = sent.emailNotifications
  const smtp = { ...smtpConfiguration, sender: smtpConfiguration.sender ?? before.emailNotifications.smtpConfiguration.sender }
  const trimmed = { ...smtp, host: smtp.host.trim(), username: smtp.username.trim(), sender: smtp.sender.trim() }
  const faults = faultsOfSmtp(trimmed, before.emailNotifications.smtpConfiguration)
  // What is off may be half written; a stored password still goes nowhere else.
  const counted = Object.entries(faults).filter(([field]) => enabled || field === 'password')
  const errors = counted.map(([field, message]) => ({
    path: `/notificationSettings/emailNotifications/smtpConfiguration/${field}`,
    message,
  }))
  if (errors[0]) throw refusal('request/malformed', { message: `${errors[0].message}.`, errors })
  return {
    emailNotifications: { enabled, smtpConfiguration: trimmed },
    webhookNotifications: { enabled: sent.webhookNotifications.enabled },
  }
}
