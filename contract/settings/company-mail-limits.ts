/** Limits, defaults and texts of the mail server of a company. `worklist.md` C-5, X14, X15. */

export const companyMailLimits = {
  hostMax: 253,
  usernameMax: 320,
  passwordMax: 1_000,
  addressMax: 254,
  /** Test mails an hour and company. */
  testsAnHour: 5,
  /** Tries at the mail server of the company before a mail goes through the one of this installation. */
  triesBeforeFallback: 3,
} as const

/** What mail servers listen on. Others are refused, so that nobody scans ports with it. */
export const mailPorts = [25, 465, 587, 2525] as const

export const companyMailDefaults = {
  enabled: false,
  smtpConfiguration: { host: '', port: 587, secure: false, username: '', password: '', sender: '' },
} as const

export const companyMailTexts = {
  saved: 'Notification settings saved successfully!',
  saveFailed: 'Failed to save notification settings',
  fillIn: 'Please fill in all required SMTP fields',
  testFailed: 'Failed to test email configuration',
  port: `Enter ${mailPorts.slice(0, -1).join(', ')} or ${mailPorts.at(-1)}`,
  address: 'Please enter a valid email address',
  passwordAgain: 'Enter the password again, because the mail server has changed',
} as const

/** The steps of a conversation with a mail server. */
export const mailSteps = ['connect', 'tls', 'sign-in', 'sender', 'recipient', 'message'] as const
export type MailStep = (typeof mailSteps)[number]
