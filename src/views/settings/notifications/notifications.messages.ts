import type { MailStep } from '#contract/settings/company-mail-limits.ts'
import { companyMailTexts } from '#contract/settings/company-mail-limits.ts'

/** What the tab Notification Settings says. `studio-account-settings.md` sections 2 and 8, `worklist.md` C-5. */
export const notificationSettingsMessages = {
  name: 'notification settings',
  sub: 'How Datacrane sends messages to your people and programs',
  mail: {
    title: 'Email notifications',
    sub: 'Invitations, alerts and updates go through your own mail server. Sign-in emails (codes, confirmations, new passwords) never do.',
    enabled: 'Send through our mail server',
    host: 'SMTP host',
    hostHint: 'For example smtp.example.com',
    port: 'Port',
    security: 'Security',
    securities: { starttls: 'STARTTLS', tls: 'TLS' },
    username: 'Username',
    password: 'Password',
    passwordKept: 'A password is saved. Enter a new one to replace it.',
    sender: 'Sender address',
    senderHint: 'Leave empty to use the username, if that is an email address.',
    acceptedAt: 'Last email accepted',
    refusedAt: 'Last email rejected',
    fellBack: (count: number) =>
      count === 1
        ? "Your mail server rejected 1 email in the last 24 hours. We sent it through the installation's server instead."
        : `Your mail server rejected ${count} emails in the last 24 hours. We sent them through the installation's server instead.`,
  },
  test: {
    title: 'Test the mail server',
    sub: "Sends an email with the settings above, saved or not, and shows the server's responses. Limited to 5 tests per hour.",
    recipient: 'Send the test to',
    button: 'Send test mail',
    stop: 'Stop waiting',
    steps: 'Test steps',
  },
  steps: {
    connect: 'Connect',
    tls: 'Encrypt (TLS)',
    'sign-in': 'Sign in',
    sender: 'Sender',
    recipient: 'Recipient',
    message: 'Accepted',
  } satisfies Record<MailStep, string>,
  changes: {
    emailEnabled: 'own mail server',
    webhooksEnabled: 'webhooks',
    host: 'SMTP host',
    port: 'port',
    secure: 'security',
    username: 'username',
    password: 'password',
    sender: 'sender address',
  },
  saved: companyMailTexts.saved,
} as const
