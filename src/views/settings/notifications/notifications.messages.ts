import type { MailStep } from '#contract/settings/company-mail-limits.ts'
import { companyMailTexts } from '#contract/settings/company-mail-limits.ts'

/** What the tab Notification Settings says. `studio-account-settings.md` sections 2 and 8, `worklist.md` C-5. */
export const notificationSettingsMessages = {
  name: 'notification settings',
  sub: 'How Datacrane sends messages to people of your company and to your own programs',
  mail: {
    title: 'Email notifications',
    sub: 'Invitations and notices about alerts and updates are sent through your own mail server. Emails for sign-in (codes, confirmations, new passwords) never are.',
    enabled: 'Send through our own mail server',
    host: 'SMTP host',
    hostHint: 'For example smtp.example.com',
    port: 'Port',
    security: 'Security',
    securities: { starttls: 'STARTTLS', tls: 'TLS' },
    username: 'Username',
    password: 'Password',
    passwordKept: 'A password is saved. Enter another one to replace it.',
    sender: 'Sender address',
    senderHint: 'Leave empty to use the username if it is an email address.',
    acceptedAt: 'Last mail accepted',
    refusedAt: 'Last mail refused',
    fellBack: (count: number) =>
      count === 1
        ? 'In the last 24 hours, 1 email went through the mail server of this installation because yours refused it.'
        : `In the last 24 hours, ${count} emails went through the mail server of this installation because yours refused them.`,
  },
  test: {
    title: 'Test the mail server',
    sub: 'Sends an email through the server as entered above, saved or not, and shows its responses. At most 5 tests per hour.',
    recipient: 'Send the test to',
    button: 'Send test mail',
    stop: 'Stop waiting',
    steps: 'Steps of the test',
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
