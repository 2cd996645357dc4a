/** What can go wrong in the account area. */
import { entry } from '../kit/problem-entry.ts'
import { profileTexts } from './profile-limits.ts'
import { mfaTexts } from './security-texts.ts'

export const accountProblems = {
  'profile/stale': entry(
    409,
    'Changed in the meantime',
    'Your profile was saved in another tab. Load it again, then repeat your change.',
  ),
  'notifications/stale': entry(
    409,
    'Changed in the meantime',
    'Your notification preferences were saved in another tab. Load them again, then repeat your change.',
  ),
  'push/not-subscribed': entry(
    409,
    'Browser not subscribed',
    'The browser did not subscribe to push notifications. Allow notifications of this page, or use another browser, then try again.',
  ),
  'profile/email-fixed': entry(422, 'Email not changed', profileTexts.emailFixed),
  'profile/phone-malformed': entry(422, 'Not a phone number', profileTexts.phoneForm),
  'profile/phone-in-use': entry(
    409,
    'Number in use',
    'This number receives your sign-in codes. Disable MFA or select another method first, then remove the number.',
  ),
  'member/own-role': entry(409, 'Your own account', 'You cannot change your own role.'),
  'member/own': entry(409, 'Your own account', 'You cannot deactivate your own account.'),
  'member/above': entry(403, 'Not allowed', 'Only the operator may change this member.'),
  'member/wrong-status': entry(409, 'Not possible now', 'The status of this member does not allow it. Load the list again.'),
  'member/heir-unknown': entry(422, 'Cannot take over', 'Select an active member of your company to take the connectors over.'),
  'member/too-many': entry(
    400,
    'Too many members',
    'Your company has more than 500 members. Ask for them page by page with page and limit.',
  ),
  'ownData/not-ready': entry(
    404,
    'No file',
    'There is no file with your data to download: it is not ready, or its time is over. Ask for a new one.',
  ),
  'ownData/in-progress': entry(409, 'Already requested', 'A file with your data is being made. Wait until it is ready.'),
  'deletion/last-administrator': entry(
    409,
    'You are the last administrator',
    'No one else can administer your company. Make another member an administrator first, then ask again.',
  ),
  'deletion/requested': entry(409, 'Already requested', 'You already requested deletion. Withdraw that request first.'),
  'deletion/none': entry(409, 'No request', 'There is no request to be deleted that could be withdrawn.'),
  'deletion/heir-needed': entry(
    422,
    'Who takes over?',
    'Select an active member of your company who takes your connectors over.',
  ),
  'account/role-failed': entry(0, 'Role not changed', 'Failed to change role of team member', true),
  'session/not-found': entry(404, 'Not found', 'This session has ended already.'),
  'identity/not-found': entry(404, 'Not found', 'This identity is not connected to your account.'),
  'signIn/not-found': entry(404, 'Not found', 'Sign-in not found'),
  'mfa/already-on': entry(409, 'Already on', 'MFA is on already.'),
  'mfa/not-on': entry(409, 'Not on', 'MFA is not on.'),
  'mfa/phone-needed': entry(422, 'No phone number', mfaTexts.phoneNeeded),
  'mfa/code-wrong': entry(422, 'Wrong code', profileTexts.codeWrong),
  'mfa/codes-not-viewable': entry(
    409,
    'Codes cannot be shown',
    'These recovery codes were created before they could be shown again. Generate new codes instead.',
  ),
} as const
