/** What can go wrong in the account area. */
import { entry } from '../kit/problem-entry.ts'
import { profileTexts } from './profile-limits.ts'
import { mfaTexts } from './security-texts.ts'

export const accountProblems = {
  'profile/stale': entry(409, 'Changed elsewhere', 'Your profile was saved in another tab. Reload it, then repeat your change.'),
  'notifications/stale': entry(
    409,
    'Changed elsewhere',
    'Your notification preferences were saved in another tab. Reload them, then repeat your change.',
  ),
  'push/not-subscribed': entry(
    409,
    'Browser not subscribed',
    "Your browser didn't subscribe to push notifications. Allow them for this page, or use another browser.",
  ),
  'profile/email-fixed': entry(422, 'Email not changed', profileTexts.emailFixed),
  'profile/phone-malformed': entry(422, 'Invalid phone number', profileTexts.phoneForm),
  'profile/phone-in-use': entry(
    409,
    'Number in use',
    'This number receives your sign-in codes. Disable MFA or select another method first, then remove the number.',
  ),
  'member/own-role': entry(409, 'Your own account', "You can't change your own role."),
  'member/own': entry(409, 'Your own account', 'You cannot deactivate your own account.'),
  'member/above': entry(403, 'Not allowed', 'Only operators can change this member.'),
  'member/wrong-status': entry(409, 'Not possible now', "This member's status has changed. Reload the list."),
  'member/heir-unknown': entry(422, 'Member not available', 'Select an active member to take over the connectors.'),
  'member/too-many': entry(
    400,
    'Too many members',
    'Your company has more than 500 members. Request them in pages with page and limit.',
  ),
  'ownData/not-ready': entry(
    404,
    'No file',
    "No data file is available. It isn't ready yet, or it has expired. Request a new one.",
  ),
  'ownData/in-progress': entry(409, 'Already requested', 'Your data file is being prepared. Wait until it is ready.'),
  'deletion/last-administrator': entry(
    409,
    'Only administrator',
    'You are the only administrator. Make another member an administrator first, then try again.',
  ),
  'deletion/requested': entry(409, 'Already requested', 'You already requested deletion. Withdraw that request first.'),
  'deletion/none': entry(409, 'No request', 'There is no deletion request to withdraw.'),
  'deletion/heir-needed': entry(422, 'New owner needed', 'Select an active member to take over your connectors.'),
  'account/role-failed': entry(0, 'Role not changed', 'Failed to change role of team member', true),
  'session/not-found': entry(404, 'Not found', 'This session has already ended.'),
  'identity/not-found': entry(404, 'Not found', 'This identity is not connected to your account.'),
  'signIn/not-found': entry(404, 'Not found', 'Sign-in not found'),
  'mfa/already-on': entry(409, 'MFA already on', 'MFA is already on.'),
  'mfa/not-on': entry(409, 'MFA off', 'MFA is off.'),
  'mfa/phone-needed': entry(422, 'No phone number', mfaTexts.phoneNeeded),
  'mfa/code-wrong': entry(422, 'Wrong code', profileTexts.codeWrong),
  'mfa/codes-not-viewable': entry(409, 'Codes not available', "These older recovery codes can't be shown. Generate new ones."),
} as const
