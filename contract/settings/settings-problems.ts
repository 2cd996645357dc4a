/** What can go wrong with settings of a company. */
import { ssoProblems } from '../auth/sso/sso-problems.ts'
import { entry } from '../kit/problem-entry.ts'
import { companyTexts } from './company-limits.ts'
import { networkProblems } from './network/network-problems.ts'

/** What a call of the settings fails with where no server said why. `studio-account-settings.md` section 8. */
export const settingsCallTexts = {
  api: 'API Error',
  network: 'Network error - please check your connection',
  unknown: 'Unknown error occurred',
} as const

export const settingsProblems = {
  ...networkProblems,
  'settings/stale': entry(
    409,
    'Changed elsewhere',
    'Someone saved these settings after you opened them. Reload them, then repeat your change.',
  ),
  'settings/forbidden': entry(403, 'Not allowed', "You don't have permission to access system settings."),
  'auth/gateway-closed': entry(
    403,
    'API gateway off',
    'Your company has switched off API keys. An administrator can switch them on under Network Connectivity.',
  ),
  'auth/keys-only': entry(
    403,
    'API key needed',
    'This address needs an API key. An administrator can create one under API Keys.',
  ),
  'auth/foreign-origin': entry(403, 'Call from another site', 'Calls from pages of other sites are not allowed.'),
  'auth/gateway-limit': entry(
    429,
    'Too many calls',
    "Your company's API keys have reached the call limit. Wait as long as stated, or raise the limit under Network Connectivity.",
    true,
  ),
  'settings/own-lockout': entry(
    409,
    'You would be locked out',
    'This would lock you out. Add your own address to the list first.',
  ),
  'settings/list-full': entry(409, 'List is full', 'The list is full with 500 entries. Remove one, then add the new one.'),
  'settings/mail-tests-used-up': entry(
    429,
    'Too many tests',
    'Your company has sent 5 test emails this hour. Try again in an hour.',
  ),
  'webhook/not-found': entry(404, 'Not found', "This webhook doesn't exist. It may have been deleted."),
  'webhook/stale': entry(
    409,
    'Changed elsewhere',
    'Someone changed this webhook after you opened it. Open it again, then repeat your change.',
  ),
  'webhook/too-many': entry(409, 'Too many webhooks', 'Your company has reached 20 webhooks. Delete one, then add the new one.'),
  'webhook/off': entry(
    409,
    'Webhook is off',
    'Deliveries are paused because the webhook or all webhooks are off. Switch them on, then try again.',
  ),
  'webhook/not-sent-yet': entry(409, 'Still being retried', 'This delivery is still being retried. Wait for the next attempt.'),
  'retention/not-found': entry(404, 'Not found', "This report, archive or request doesn't exist."),
  'retention/not-held': entry(
    409,
    'Not waiting',
    "This removal doesn't need a confirmation, or someone has already confirmed it.",
  ),
  'retention/request-open': entry(409, 'Already requested', 'Deletion of this person has already been requested.'),
  'retention/request-closed': entry(
    409,
    'Not waiting',
    'This request was already decided or has expired. Request the deletion again if you still need it.',
  ),
  'retention/second-administrator': entry(403, 'Second administrator needed', 'A second administrator must decide this request.'),
  'retention/file-damaged': entry(
    409,
    'File damaged',
    "The file was changed or damaged, so we didn't read it. Choose another file, and contact your operator.",
  ),
  'retention/archive-elsewhere': entry(
    409,
    'File not available',
    'An earlier version stored this file on another machine. Ask your operator to start Datacrane there once.',
  ),
  'settings/ends-own-session': entry(409, 'Your session would end', 'This would end your session. Sign in again, then save.'),
  'access/mfa-needed': entry(403, 'Not allowed', 'Your company requires multi-factor authentication. Set it up to continue.'),
  'access/password-expired': entry(403, 'Not allowed', 'Your password has expired. Set a new one to continue.'),
  'mfa/method-not-allowed': entry(409, 'Not allowed', "Your company doesn't allow this method."),
  'apiKey/not-found': entry(404, 'Not found', "This API key doesn't exist. It may have been deleted."),
  'apiKey/owner-only': entry(
    403,
    'Not your key',
    'You can change and replace only your own API keys. You can switch this key off or delete it.',
  ),
  'apiKey/of-super-admin': entry(
    403,
    'Key of a super administrator',
    'This API key belongs to a super administrator. Ask a super administrator to switch it off or delete it.',
  ),
  'apiKey/stale': entry(
    409,
    'Changed elsewhere',
    'Someone changed this API key after you opened it. Open it again, then repeat your change.',
  ),
  'apiKey/too-many': entry(
    409,
    'Too many API keys',
    'Your company has reached 100 API keys. Delete one, then create the new one.',
  ),
  'provisioning/no-token': entry(409, 'No token', 'Your company has no provisioning token. Create one first.'),
  'provisioning/group-not-found': entry(
    404,
    'Not found',
    "This group doesn't exist. Your identity provider may have deleted it. Reload the page.",
  ),
  'provisioning/last-administrator': entry(
    409,
    'Last administrator',
    'Your company would have no administrator. Make someone else an administrator first.',
  ),
  'settings/window-unusable': entry(
    422,
    'Planned maintenance not saved',
    'Choose a future start and a later end, at most 7 days apart.',
  ),
  'settings/color-unreadable': entry(422, 'Color hard to read', 'Text would be hard to read in these colors.'),
  'image/too-large': entry(413, 'Image too large', companyTexts.imageTooLarge),
  'image/unusable': entry(422, 'Image not usable', companyTexts.imageOnly),
  ...ssoProblems,
} as const
