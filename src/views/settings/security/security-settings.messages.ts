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
      'Members without a second factor must set one up when their grace period is over; until then nothing else opens.',
    allowed: 'Allowed methods',
    methods: { totp: 'Authenticator app', email: 'Email', sms: 'SMS' },
    needed: 'Select at least one method.',
    gracePeriodDays: 'Grace period (days)',
    graceHint: 'Starts when this is switched on, or when a member joins.',
    coverage: (withFactor: number, all: number) =>
      `${withFactor} of ${people(all)} ${withFactor === 1 ? 'has' : 'have'} a second factor.`,
    hit: (count: number, method: string) =>
      `${people(count)} ${count === 1 ? 'uses' : 'use'} ${method} and must set up another method at the next sign-in.`,
  },
  password: {
    title: 'Password policy',
    sub: 'Applies when a password is set or changed. Passwords that are often guessed are always refused. The strength counts a length from 12 and the required characters.',
    minLength: 'Minimum length (characters)',
    passwordHistoryCount: 'Remember (passwords)',
    historyHint: 'How many earlier passwords cannot be used again. 0: only the current one.',
    maxPasswordAge: 'Expires after (days)',
    ageHint: '0 means never, as NIST recommends.',
    classes: 'Required characters',
    requireUppercase: 'Uppercase',
    requireLowercase: 'Lowercase',
    requireNumbers: 'Number',
    requireSpecialChars: 'Special character',
    strength: 'Strength',
    preset: 'Use NIST SP 800-63B-4',
    presetHint: '15 characters, no required characters, no expiry: long passwords are harder to guess than complicated ones.',
  },
  sessions: {
    title: 'Sessions',
    sub: 'Members must sign in again when one of these limits is reached. Changes apply to open sessions within 5 seconds.',
    maxSessionDuration: 'Longest session (minutes)',
    sessionTimeout: 'Sign out when idle (minutes)',
    idleHint: 'Pages that refresh by themselves do not count as activity. Members are asked 2 minutes before.',
    allowMultipleSessions: 'Several devices at once',
    multipleHint: 'Off: a new sign-in ends the earlier one.',
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
