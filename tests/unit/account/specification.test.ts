/**
 * Every text, message, limit and order of the account tabs and of Company Settings, a second time as `studio-account-settings.md`
 * (sections 2, 4, 5, 8 and 9) and `worklist.md` (B-1 to B-6, C-1) have them. The right column is the requirement.
 */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { accountFailures } from '#contract/account/account-failures.ts'
import { accountProblems } from '#contract/account/account-problems.ts'
import { memberLifecycle } from '#contract/account/member.lifecycle.ts'
import { jobTitleMax, profileTexts } from '#contract/account/profile-limits.ts'
import { loginHistoryTexts, mfaFallbacks, mfaTexts } from '#contract/account/security-texts.ts'
import { membersPerPage, teamTexts, wholeTeamMax } from '#contract/account/team-limits.ts'
import { challengeLifetime, enrolmentLifetime, proofCodeLifetime, wrongCodesMax } from '#contract/auth/mfa.ts'
import { chosenPictureMax, photoLimits } from '#contract/kit/files/image-limits.ts'
import { companyLanguages, companyTimeZones, personLanguages, personTimeZones } from '#contract/kit/locales.ts'
import {
  defaultPreferences,
  notificationCategories,
  notificationChannels,
  notificationRetentionDays,
  notificationTexts,
} from '#contract/kit/notification-limits.ts'
import { codeDigits, codeTexts, resendPause } from '#contract/kit/one-time-code.ts'
import {
  cardsPerRow,
  companyDefaults,
  companyTexts,
  maintenanceMessageMax,
  organizationNameMax,
} from '#contract/settings/company-limits.ts'
import { settingsProblems } from '#contract/settings/settings-problems.ts'
import { loginHistoryMessages } from '#src/views/account/login-history/login-history.messages.ts'
import { notificationMessages } from '#src/views/account/notifications/notifications.messages.ts'
import { profileMessages } from '#src/views/account/profile/profile.messages.ts'
import { teamMessages } from '#src/views/account/team/team.messages.ts'
import { companyMessages } from '#src/views/settings/company/company.messages.ts'
import { addresses, type Row, tabs } from './specification-tabs.ts'

const fallbacks: readonly Row[] = [
  [
    'the 26 fallbacks of the account store',
    Object.values(accountFailures).map(({ message }) => message),
    `Failed to fetch account info, Failed to fetch invoices, Failed to fetch billing profiles, Failed to create billing profile,
    Failed to update billing profile, Failed to delete billing profile, Failed to fetch notification preferences,
    Failed to update notification preferences, Failed to fetch notification history, Failed to fetch user profile, Failed to update user profile,
    Failed to fetch team members, Failed to invite team member, Failed to revoke invite, Failed to remove team member,
    Failed to deactivate team member, Failed to reactivate team member, Failed to fetch MFA settings, Failed to enable MFA,
    Failed to verify MFA code, Failed to disable MFA, Failed to generate new recovery codes, Failed to add phone number,
    Failed to verify phone number, Failed to fetch login history, Failed to fetch company login history`.split(/,\s+/),
  ],
  ['where nothing else is known', teamTexts.unknown, 'An error occurred. Please try again.'],
]

const security: readonly Row[] = [
  ['digits of a code', codeDigits, 6],
  ['pause before a code is sent again', resendPause, 30_000],
  ['life of a sign-in challenge', challengeLifetime, 5 * 60_000],
  ['life of an enrolment', enrolmentLifetime, 15 * 60_000],
  ['life of a phone or enable code', proofCodeLifetime, 10 * 60_000],
  ['tries of a challenge', wrongCodesMax, 5],
  ['steps of the wizard', mfaTexts.steps, ['Choose Method', 'Verify', 'Recovery Codes']],
  ['methods, the default first', Object.keys(mfaTexts.methods), ['app', 'sms', 'email']],
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
  ['phone needed, of the server', accountProblems['mfa/phone-needed'].message, 'Please add and verify a phone number first'],
  ['settings not read', mfaTexts.loadFailed, 'Failed to fetch MFA settings'],
  ['not set up', mfaTexts.setUpFailed, 'Failed to set up MFA. Please try again.'],
  ['not verified', mfaTexts.verifyFailed, 'Failed to verify code. Please try again.'],
  ['not generated', mfaTexts.generateFailed, 'Failed to generate new recovery codes. Please try again.'],
  ['not disabled', mfaTexts.disableFailed, 'Failed to disable MFA. Please try again.'],
  [
    'titles of the store',
    Object.values(mfaFallbacks),
    [
      ...['Failed to fetch MFA settings', 'Failed to enable MFA', 'Failed to verify MFA code', 'Failed to disable MFA'],
      'Failed to generate new recovery codes',
    ],
  ],
]

const history: readonly Row[] = [
  ['page size', loginHistoryTexts.pageSize, 10],
  ['columns', loginHistoryTexts.columns, ['Status', 'Date and time', 'IP address', 'Device', 'Location', 'User agent']],
  ['the column more for administrators', loginHistoryTexts.emailColumn, 'Email'],
  ['own history', loginHistoryTexts.own, 'Your Login History'],
  ['company history', loginHistoryTexts.company, 'Company Login History'],
  ['own history not read', loginHistoryTexts.loadFailed, 'Failed to fetch login history'],
  ['company history not read', loginHistoryTexts.companyLoadFailed, 'Failed to fetch company login history'],
  ['a location that nobody knows', loginHistoryTexts.locationUnknown.toLowerCase(), 'not recorded'],
  ['a report of a sign-in', loginHistoryMessages.disown, "This wasn't me"],
]

const profile: readonly Row[] = [
  [
    'fields in their order',
    Object.keys(profileMessages.fields),
    ['firstName', 'lastName', 'email', 'phone', 'jobTitle', 'company', 'timezone', 'language'],
  ],
  ['edit and cancel', [profileMessages.edit, profileMessages.cancel], ['Edit', 'Cancel']],
  ['saved', profileTexts.saved, 'Profile updated successfully!'],
  ['not saved', profileTexts.saveFailed, 'Failed to update profile. Please try again.'],
  ['not read', profileTexts.loadFailed, 'Failed to fetch user profile'],
  ['not updated', profileTexts.updateFailed, 'Failed to update user profile'],
  ['fixed email', profileTexts.emailFixed, 'The email cannot be changed, contact support.'],
  ['fixed email, of the server', accountProblems['profile/email-fixed'].message, profileTexts.emailFixed],
  ['chips of the phone', [profileTexts.verified, profileTexts.unverified], ['Verified', 'Unverified']],
  ['no phone', profileTexts.phoneMissing, 'Please enter a phone number first'],
  ['code sent', profileTexts.codeSent, 'Verification code sent to your phone!'],
  ['life of the code', profileTexts.codeExpires, 'The code expires in 10 minutes.'],
  ['wrong code', profileTexts.codeWrong, 'Invalid verification code. Please try again.'],
  ['wrong code, of the server', accountProblems['mfa/code-wrong'].message, 'Invalid verification code. Please try again.'],
  ['code not sent', profileTexts.sendFailed, 'Failed to send verification code. Please try again.'],
  ['not verified', profileTexts.verifyFailed, 'Failed to verify phone number. Please try again.'],
  ['number not added', profileTexts.addFailed, 'Failed to add phone number'],
  ['title of a number that was not verified', profileTexts.verifyTitle, 'Failed to verify phone number'],
  ['verified', profileTexts.phoneVerified, 'Phone number verified successfully!'],
  ['photo', profileTexts.changePhoto, 'Change Photo'],
  ['no photo', profileTexts.removePhoto, 'Remove Photo'],
  ['side of a photo', photoLimits.sideMax, 256],
  ['bytes of a chosen picture', chosenPictureMax, 5_242_880],
  ['characters of a job title', jobTitleMax, 100],
  ['languages', Object.keys(personLanguages), ['en', 'es', 'fr', 'de', 'zh', 'ja', 'pt']],
  [
    'time zones',
    Object.entries(personTimeZones),
    [
      ['America/New_York', 'Eastern Time'],
      ['America/Chicago', 'Central Time'],
      ['America/Denver', 'Mountain Time'],
      ['America/Los_Angeles', 'Pacific Time'],
      ['Europe/London', 'London'],
      ['Europe/Paris', 'Central European Time'],
      ['Asia/Tokyo', 'Japan'],
    ],
  ],
]

const moves = (state: 'pending' | 'active' | 'inactive') => Object.keys(memberLifecycle.config.states?.[state]?.on ?? {})

const team: readonly Row[] = [
  [
    'columns in their order',
    Object.values(teamMessages.columns),
    ['Name', 'Email', 'Role', 'Status', 'Joined', 'Last active', 'Actions'],
  ],
  ['page size', membersPerPage, 10],
  ['members without a page', wholeTeamMax, 500],
  ['statuses', Object.values(teamMessages.statuses), ['Active', 'Inactive', 'Pending']],
  ['invite', [teamMessages.invite.open, teamMessages.invite.submit], ['Invite Member', 'Send Invite']],
  ['moves of an invitation', moves('pending'), ['person.joined', 'admin.revoked', 'admin.invitedAgain']],
  ['moves of an active member', moves('active'), ['admin.deactivated', 'admin.removed', 'admin.changedRole']],
  ['moves of an inactive member', moves('inactive'), ['admin.reactivated', 'admin.removed']],
  ['name of a pending member', teamTexts.noName, '-'],
  ['never active', teamMessages.never, 'never'],
  ['own row', teamTexts.you, 'You'],
  ['own buttons', teamTexts.notOwn, 'You cannot deactivate yourself'],
  ['own account, of the server', accountProblems['member/own'].message, 'You cannot deactivate your own account.'],
  ['invited', teamTexts.invited('ann@x.test'), 'Invitation sent to ann@x.test'],
  ['revoked', teamTexts.revoked('ann@x.test'), 'Invitation to ann@x.test has been revoked'],
  ['removed', teamTexts.removed('Ann Lee'), 'Ann Lee has been removed from the team'],
  ['deactivated', teamTexts.deactivated('Ann Lee'), 'Ann Lee has been deactivated'],
  ['reactivated', teamTexts.reactivated('Ann Lee'), 'Ann Lee has been reactivated'],
  ['not invited', teamTexts.inviteFailed, 'Failed to send invitation. Please try again.'],
  ['not done', teamTexts.actionFailed('deactivate'), 'Failed to deactivate team member. Please try again.'],
  ['no email', teamTexts.emailForm, 'Please enter a valid email address'],
]

const notifications: readonly Row[] = [
  ['channels', notificationChannels, ['EMAIL', 'SMS', 'PUSH', 'WHATSAPP']],
  ['names of the channels', Object.values(notificationMessages.channels), ['Email', 'SMS', 'Push', 'WhatsApp']],
  ['categories', notificationCategories, ['billing', 'security', 'updates', 'marketing']],
  ['days of the history', notificationRetentionDays, 365],
  ['page size', notificationTexts.pageSize, 10],
  ['columns', notificationTexts.columns, ['Type', 'Subject', 'Category', 'Sent date', 'Status']],
  ['save', notificationTexts.save, 'Save Preferences'],
  ['saved', notificationTexts.saved, 'Notification preferences saved successfully!'],
  ['not saved', notificationTexts.saveFailed, 'Failed to save notification preferences. Please try again.'],
  ['not read', notificationTexts.loadFailed, 'Failed to fetch notification preferences'],
  ['not updated', notificationTexts.updateFailed, 'Failed to update notification preferences'],
  ['history not read', notificationTexts.historyFailed, 'Failed to fetch notification history'],
  ['accepted is not delivered', notificationMessages.history.statuses.delivered, 'Accepted by the mail server'],
  ['channels that are on', defaultPreferences.filter(({ enabled }) => enabled).map(({ type }) => type), ['EMAIL']],
  ['consent to marketing', defaultPreferences.some(({ categories }) => categories.marketing), false],
]

const company: readonly Row[] = [
  ['saved', companyTexts.saved, 'Company settings saved successfully!'],
  ['no picture', settingsProblems['image/unusable'].message, 'Please select an image file'],
  ['picture too large', settingsProblems['image/too-large'].message, 'File size must be less than 5MB'],
  ['advice for the logo', companyMessages.logoHint.includes('recommended 200×200 px'), true],
  ['characters of a name', organizationNameMax, 128],
  ['characters of the maintenance message', maintenanceMessageMax, 1_000],
  ['who reaches it meanwhile', companyMessages.maintenance.sub, 'During maintenance, only administrators can use the platform.'],
  ['cards per row', cardsPerRow, [3, 4, 5]],
  [
    'defaults',
    companyDefaults,
    {
      defaultTimezone: 'UTC',
      defaultLanguage: 'en',
      brandingColors: { primary: '#1664FF', secondary: '#f5f5f5' },
      dashboardLayout: { cardsPerRow: 3 },
    },
  ],
  [
    'time zones',
    Object.keys(companyTimeZones).toSorted(),
    ['UTC', ...Object.keys(personTimeZones), 'Asia/Shanghai', 'Australia/Sydney'].toSorted(),
  ],
  ['languages', Object.keys(companyLanguages), [...Object.keys(personLanguages), 'it', 'ru', 'ko']],
]

describe.each<[string, readonly Row[]]>([
  ['Tabs', tabs],
  ['Addresses', addresses],
  ['Failures', fallbacks],
  ['Security & MFA', security],
  ['Login History', history],
  ['User Profile', profile],
  ['Team Members', team],
  ['Notifications', notifications],
  ['Company Settings', company],
])('%s', (_, rows) => {
  it.each(rows)('%s', (_what, ours, theirs) => expect(ours).toEqual(theirs))
})

describe('every fixed text is shown by some screen', () => {
  const code = globSync(['src/{machines,services,views}/**/*.{ts,tsx}', 'contract/**/*-problems.ts'])
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const isShown = (name: string) => new RegExp(`\\.${name}\\b`).test(code)

  it.each([
    ['profile', profileTexts],
    ['team', teamTexts],
    ['MFA', mfaTexts],
    ['MFA titles', mfaFallbacks],
    ['login history', loginHistoryTexts],
    ['notifications', notificationTexts],
    ['company', companyTexts],
    ['codes', codeTexts],
  ])('%s', (_, texts) => expect(Object.keys(texts).filter((name) => !isShown(name))).toEqual([]))
})
