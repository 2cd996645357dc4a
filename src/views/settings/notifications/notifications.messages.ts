import type { MailStep } from '#contract/settings/company-mail-limits.ts'
import { companyMailTexts } from '#contract/settings/company-mail-limits.ts'

/** What the tab Notification Settings says. `studio-account-settings.md` sections 2 and 8, `worklist.md` C-5. */
export const notificationSettingsMessages = {
  name: 'notification settings',
  sub: 'How Datacrane writes to people of your company and to your own programs',
  mail: {
    title: 'Email notifications',
    sub: 'Invitations and notices about alerts and updates go through your own mail server. What people sign in by (codes, confirmations, new passwords) never does.',
    enabled: 'Send through our own mail server',
    host: 'SMTP host',
    hostHint: 'For example smtp.example.com',
    port: 'Port',
    security: 'Security',
    securities: { starttls: 'STARTTLS, before anything is sent', tls: 'TLS from the first byte' },
    username: 'Username',
    password: 'Password',
    passwordKept: 'A password is saved. Write another one to replace it.',
    sender: 'Sender address',
    senderHint: 'Empty: the username, where it is an address.',
    acceptedAt: 'Last mail accepted',
    refusedAt: 'Last mail refused',
    fellBack: (count: number) =>
      count === 1
        ? '1 mail of the last 24 hours went through the mail server of this installation, because yours did not take it.'
        : `${count} mails of the last 24 hours went through the mail server of this installation, because yours did not take them.`,
  },
  test: {
    title: 'Test the mail server',
    sub: 'Sends a mail through the server as it is written above, saved or not, and shows what it says. 5 tests an hour.',
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
