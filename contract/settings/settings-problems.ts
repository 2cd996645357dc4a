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
    'Changed in the meantime',
    'Someone saved these settings after you opened them. Load them again, then repeat your change.',
  ),
  'settings/forbidden': entry(403, 'Not allowed', "You don't have permission to access system settings."),
  'auth/gateway-closed': entry(
    403,
    'API gateway off',
    'Your company has switched its API gateway off: API keys are refused. An administrator switches it on in Network Connectivity.',
  ),
  'auth/keys-only': entry(403, 'API key needed', 'This address takes API keys only. An administrator creates one in API Keys.'),
  'auth/foreign-origin': entry(403, 'Not from this page', 'A page of another site must not make this call.'),
  'auth/gateway-limit': entry(
    429,
    'Too many calls',
    'The API keys of your company have made as many calls as its API gateway allows. Wait for the time that is named, or raise the limit in Network Connectivity.',
    true,
  ),
  'settings/own-lockout': entry(409, 'You would be shut out', 'This would shut you out. Add your own address to the list first.'),
  'settings/list-full': entry(409, 'List is full', 'The list has 500 entries. Remove one, then add the new one.'),
  'settings/mail-tests-used-up': entry(
    429,
    'Too many tests',
    'Your company has sent 5 test mails within an hour. Wait until the hour is over, then test again.',
  ),
  'webhook/not-found': entry(404, 'Not found', 'There is no such webhook. It may have been deleted.'),
  'webhook/stale': entry(
    409,
    'Changed in the meantime',
    'Someone changed this webhook after you opened it. Open it again, then repeat your change.',
  ),
  'webhook/too-many': entry(
    409,
    'Too many webhooks',
    'Your company has 20 webhooks. Delete one that is no longer used, then add the new one.',
  ),
  'webhook/off': entry(
    409,
    'Webhook is off',
    'Nothing is sent while the webhook or the webhooks of the company are switched off. Switch them on, then send it again.',
  ),
  'webhook/not-sent-yet': entry(409, 'Still on its way', 'This delivery is still being retried. Wait for the next attempt.'),
  'retention/not-found': entry(404, 'Not found', 'There is no such report, archive or request of your company.'),
  'retention/not-held': entry(409, 'Not waiting', 'This removal does not wait for a confirmation, or someone has confirmed it.'),
  'retention/request-open': entry(409, 'Requested already', 'The deletion of this person is requested already.'),
  'retention/request-closed': entry(
    409,
    'Not waiting',
    'This request was already decided or has expired. Request the deletion again if you still need it.',
  ),
  'retention/second-administrator': entry(
    403,
    'Second administrator needed',
    'Another administrator than the one who requested the deletion has to decide it.',
  ),
  'retention/file-damaged': entry(
    409,
    'File damaged',
    'The file was changed or damaged after it was written, so Datacrane did not read it. Choose another file, and inform the operator.',
  ),
  'retention/archive-elsewhere': entry(
    409,
    'File not available',
    'An earlier version wrote this file to the data folder of one machine. Ask the operator to start Datacrane there once.',
  ),
  'settings/ends-own-session': entry(409, 'Your session would end', 'This would end your session. Sign in again, then save.'),
  'access/mfa-needed': entry(403, 'Not allowed', 'Your company requires multi-factor authentication. Set it up to continue.'),
  'access/password-expired': entry(403, 'Not allowed', 'Your password has expired. Set a new one to continue.'),
  'mfa/method-not-allowed': entry(409, 'Not allowed', 'Your company does not allow this method.'),
  'apiKey/not-found': entry(404, 'Not found', 'There is no such API key. It may have been deleted.'),
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
    'Changed in the meantime',
    'Someone changed this API key after you opened it. Open it again, then repeat your change.',
  ),
  'apiKey/too-many': entry(
    409,
    'Too many API keys',
    'Your company has 100 API keys. Delete one that is no longer used, then create the new one.',
  ),
  'provisioning/no-token': entry(409, 'No token', 'Your company has no provisioning token. Create one first.'),
  'provisioning/group-not-found': entry(
    404,
    'Not found',
    'There is no such group. The identity provider may have deleted it; load the page again.',
  ),
  'provisioning/last-administrator': entry(
    409,
    'Last administrator',
    'With this role your company would have no administrator left. Make someone else an administrator first.',
  ),
  'settings/window-unusable': entry(
    422,
    'Planned maintenance cannot be saved',
    'A planned maintenance ends after it begins, in the future, and lasts at most 7 days.',
  ),
  'settings/color-unreadable': entry(422, 'Colour hard to read', 'Text would be hard to read in these colours.'),
  'image/too-large': entry(413, 'Picture too large', companyTexts.imageTooLarge),
  'image/unusable': entry(422, 'Picture not usable', companyTexts.imageOnly),
  ...ssoProblems,
} as const
