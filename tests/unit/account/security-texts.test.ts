/** The texts, orders and limits of Security & MFA and Login History, a second time as the specification has them. */
import { expect, it } from 'vitest'

import { loginHistoryTexts, mfaFallbacks, mfaTexts } from '#contract/account/security-texts.ts'
import { challengeLifetime, enrolmentLifetime, proofCodeLifetime, wrongCodesMax } from '#contract/auth/mfa.ts'
import { codeDigits, codeTexts, resendPause } from '#contract/kit/one-time-code.ts'

it.each<[string, unknown, unknown]>([
  ['digits of a code', codeDigits, 6],
  ['pause before a code is sent again', resendPause, 30_000],
  ['life of a sign-in challenge', challengeLifetime, 5 * 60_000],
  ['life of an enrolment', enrolmentLifetime, 15 * 60_000],
  ['life of a phone or enable code', proofCodeLifetime, 10 * 60_000],
  ['tries of a challenge', wrongCodesMax, 5],
  ['page size', loginHistoryTexts.pageSize, 10],
  ['steps of the wizard', mfaTexts.steps, ['Choose Method', 'Verify', 'Recovery Codes']],
  ['methods, the default first', Object.keys(mfaTexts.methods), ['app', 'sms', 'email']],
  ['columns', loginHistoryTexts.columns, ['Status', 'Date and time', 'IP address', 'Device', 'Location', 'User agent']],
  ['a code of another form', codeTexts.form, 'Please enter a valid 6-digit code'],
  ['resend', codeTexts.resend, 'Resend Code'],
  ['on', mfaTexts.enabled, 'Enabled'],
  ['off', mfaTexts.disabled, 'Disabled'],
  ['view', mfaTexts.view, 'View Recovery Codes'],
  ['generate', mfaTexts.generate, 'Generate New Codes'],
  ['effect of new codes', mfaTexts.generateEffect, 'The codes you have stop working'],
  ['disable', mfaTexts.disable, 'Disable MFA'],
  ['enable', mfaTexts.enable, 'Enable MFA'],
  ['stored', mfaTexts.stored, 'I have stored them'],
  ['secret copied', mfaTexts.secretCopied, 'Secret copied to clipboard!'],
  ['codes copied', mfaTexts.codesCopied, 'Recovery codes copied to clipboard!'],
  ['switched on', mfaTexts.switchedOn, 'MFA has been successfully enabled!'],
  ['switched off', mfaTexts.switchedOff, 'MFA has been disabled'],
  ['phone needed', mfaTexts.phoneNeeded, 'Please add and verify a phone number first'],
  ['settings not read', mfaTexts.loadFailed, 'Failed to fetch MFA settings'],
  ['not set up', mfaTexts.setUpFailed, 'Failed to set up MFA. Please try again.'],
  ['not verified', mfaTexts.verifyFailed, 'Failed to verify code. Please try again.'],
  ['not generated', mfaTexts.generateFailed, 'Failed to generate new recovery codes. Please try again.'],
  ['not disabled', mfaTexts.disableFailed, 'Failed to disable MFA. Please try again.'],
  [
    'titles of the store',
    Object.values(mfaFallbacks),
    [
      'Failed to fetch MFA settings',
      'Failed to enable MFA',
      'Failed to verify MFA code',
      'Failed to disable MFA',
      'Failed to generate new recovery codes',
    ],
  ],
  ['own history', loginHistoryTexts.own, 'Your Login History'],
  ['company history', loginHistoryTexts.company, 'Company Login History'],
  ['own history not read', loginHistoryTexts.loadFailed, 'Failed to fetch login history'],
  ['company history not read', loginHistoryTexts.companyLoadFailed, 'Failed to fetch company login history'],
])('%s is that of the specification', (_, ours, theirs) => expect(ours).toEqual(theirs))
