/** Titles of what went wrong in the account area, word for word. `studio-account-settings.md` section 8: the reason stands below them. */
import { entry } from '../kit/problem-entry.ts'

const failed = (title: string, message: string) => entry(0, title, message, true)

export const accountFailures = {
  'account/info-failed': failed('Info not loaded', 'Failed to fetch account info'),
  'account/invoices-failed': failed('Invoices not loaded', 'Failed to fetch invoices'),
  'account/billing-profiles-failed': failed('Billing profiles not loaded', 'Failed to fetch billing profiles'),
  'account/billing-create-failed': failed('Billing profile not created', 'Failed to create billing profile'),
  'account/billing-update-failed': failed('Billing profile not updated', 'Failed to update billing profile'),
  'account/billing-delete-failed': failed('Billing profile not deleted', 'Failed to delete billing profile'),
  'account/preferences-failed': failed('Preferences not loaded', 'Failed to fetch notification preferences'),
  'account/preferences-update-failed': failed('Preferences not saved', 'Failed to update notification preferences'),
  'account/notifications-failed': failed('History not loaded', 'Failed to fetch notification history'),
  'account/profile-failed': failed('Profile not loaded', 'Failed to fetch user profile'),
  'account/profile-update-failed': failed('Profile not saved', 'Failed to update user profile'),
  'account/team-failed': failed('Team not loaded', 'Failed to fetch team members'),
  'account/invite-failed': failed('Not invited', 'Failed to invite team member'),
  'account/revoke-failed': failed('Not revoked', 'Failed to revoke invite'),
  'account/remove-failed': failed('Not removed', 'Failed to remove team member'),
  'account/deactivate-failed': failed('Not deactivated', 'Failed to deactivate team member'),
  'account/reactivate-failed': failed('Not reactivated', 'Failed to reactivate team member'),
  'account/mfa-failed': failed('MFA settings not loaded', 'Failed to fetch MFA settings'),
  'account/mfa-enable-failed': failed('MFA not enabled', 'Failed to enable MFA'),
  'account/mfa-verify-failed': failed('Code not verified', 'Failed to verify MFA code'),
  'account/mfa-disable-failed': failed('MFA not disabled', 'Failed to disable MFA'),
  'account/recovery-codes-failed': failed('No new codes', 'Failed to generate new recovery codes'),
  'account/phone-add-failed': failed('Number not added', 'Failed to add phone number'),
  'account/phone-verify-failed': failed('Number not verified', 'Failed to verify phone number'),
  'account/login-history-failed': failed('Login history not loaded', 'Failed to fetch login history'),
  'account/company-history-failed': failed('Login history not loaded', 'Failed to fetch company login history'),
} as const
