/** Limits and texts of the tabs Security & MFA and Login History. `worklist.md` B-1 and B-2, `studio-account-settings.md` section 8. */

export const mfaTexts = {
  enabled: 'Enabled',
  disabled: 'Disabled',
  enable: 'Enable MFA',
  disable: 'Disable MFA',
  view: 'View Recovery Codes',
  generate: 'Generate New Codes',
  generateEffect: 'The codes you have stop working',
  steps: ['Choose Method', 'Verify', 'Recovery Codes'],
  methods: { app: 'Authenticator app', sms: 'SMS', email: 'Email' },
  stored: 'I have stored them',
  secretCopied: 'Secret copied to clipboard!',
  codesCopied: 'Recovery codes copied to clipboard!',
  switchedOn: 'MFA has been successfully enabled!',
  switchedOff: 'MFA has been disabled',
  phoneNeeded: 'Please add and verify a phone number first',
  loadFailed: 'Failed to fetch MFA settings',
  setUpFailed: 'Failed to set up MFA. Please try again.',
  verifyFailed: 'Failed to verify code. Please try again.',
  generateFailed: 'Failed to generate new recovery codes. Please try again.',
  disableFailed: 'Failed to disable MFA. Please try again.',
} as const

/** Titles, where the server says what went wrong. */
export const mfaFallbacks = {
  fetch: 'Failed to fetch MFA settings',
  enable: 'Failed to enable MFA',
  verify: 'Failed to verify MFA code',
  disable: 'Failed to disable MFA',
  generate: 'Failed to generate new recovery codes',
} as const

export const securityTexts = {
  passwordFailed: 'Failed to change the password. Please try again.',
} as const
export const loginHistoryTexts = {
  own: 'Your Login History',
  company: 'Company Login History',
  columns: ['Status', 'Date and time', 'IP address', 'Device', 'Location', 'User agent'],
  emailColumn: 'Email',
  locationUnknown: 'Not recorded',
  loadFailed: 'Failed to fetch login history',
  companyLoadFailed: 'Failed to fetch company login history',
  pageSize: 10,
} as const
