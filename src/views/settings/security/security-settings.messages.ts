import { securityTexts } from '#contract/settings/security-limits.ts'

const people = (count: number) => `${count} ${count === 1 ? 'member' : 'members'}`

/** The tab Security Settings; its fixed texts come from the contract. */
export const securitySettingsMessages = {
  ...securityTexts,
  name: 'security settings',
  sub: 'For every member of your company',
  mfa: {
    title: 'Multi-factor authentication',
    enforce: 'Require multi-factor authentication for all',
    enforceHint:
      "Members without a second factor must set one up before their grace period ends. After that, they can't use Datacrane until they do.",
    allowed: 'Allowed methods',
    methods: { totp: 'Authenticator app', email: 'Email', sms: 'SMS' },
    needed: 'Select at least one method.',
    gracePeriodDays: 'Grace period (days)',
    graceHint: 'Starts when you switch this on, or when a member joins.',
    coverage: (withFactor: number, all: number) =>
      `${withFactor} of ${people(all)} ${withFactor === 1 ? 'has' : 'have'} a second factor.`,
    hit: (count: number, method: string) =>
      `${people(count)} ${count === 1 ? 'uses' : 'use'} ${method} and must set up another method at the next sign-in.`,
  },
  password: {
    title: 'Password policy',
    sub: 'Applies to new passwords. Common passwords are always rejected. The strength reflects a length of 12 or more and the required characters.',
    minLength: 'Minimum length (characters)',
    passwordHistoryCount: 'Remember (passwords)',
    historyHint: "Number of earlier passwords that can't be reused. 0 means only the current one.",
    maxPasswordAge: 'Expires after (days)',
    ageHint: '0 means never, as NIST recommends.',
    classes: 'Required characters',
    requireUppercase: 'Uppercase',
    requireLowercase: 'Lowercase',
    requireNumbers: 'Number',
    requireSpecialChars: 'Special character',
    strength: 'Strength',
    preset: 'Use NIST SP 800-63B-4',
    presetHint: '15 characters, no required characters, no expiry. Long passwords are harder to guess than complex ones.',
  },
  sessions: {
    title: 'Sessions',
    sub: 'Members sign in again when they reach one of these limits. Changes apply to open sessions within 5 seconds.',
    maxSessionDuration: 'Longest session (minutes)',
    sessionTimeout: 'Sign out when idle (minutes)',
    idleHint: "Automatic page updates don't count as activity. Members get a warning 2 minutes before.",
    allowMultipleSessions: 'Several devices at once',
    multipleHint: 'Off: each new sign-in ends the previous session.',
  },
  changes: {
    enforceForAll: 'multi-factor authentication',
    allowedMethods: 'allowed methods',
    gracePeriodDays: 'grace period',
    minLength: 'minimum length',
    requireUppercase: 'uppercase',
    requireLowercase: 'lowercase',
    requireNumbers: 'number',
    requireSpecialChars: 'special character',
    passwordHistoryCount: 'remembered passwords',
    maxPasswordAge: 'expiry',
    maxSessionDuration: 'longest session',
    sessionTimeout: 'idle time',
    allowMultipleSessions: 'several devices',
  },
}
