/** What can go wrong in the Admin Console, and what people of a suspended company are told. */
import { entry } from '../kit/problem-entry.ts'

export const adminProblems = {
  'company/suspended': entry(
    401,
    'Company suspended',
    'The operator suspended your company. Its runs are paused and continue after reactivation. No data is deleted.',
  ),
  'company/not-found': entry(404, 'Not found', "This company doesn't exist."),
  'company/wrong-status': entry(409, 'Not possible now', 'Someone changed this company after you opened it. Reload the page.'),
  'library/company-unknown': entry(422, 'Company not found', 'No company has this name, or several do.'),
  'library/update-not-fitting': entry(
    409,
    'Version conflict',
    'The new version conflicts with changes in a connector. Keep that connector, or start a new one from the library.',
  ),
  'installation/stale': entry(
    409,
    'Changed elsewhere',
    'Another operator changed these switches. Reload them, then repeat your change.',
  ),
  'registration/domain': entry(
    403,
    'Sign-up not open',
    "You can't sign up with this email domain. Ask your company administrator for an invitation.",
  ),
  'registration/full': entry(
    429,
    'Daily sign-up limit reached',
    'The daily limit for new companies is reached. Try again tomorrow, or ask your operator for an invitation.',
  ),
  'company/own-look': entry(409, 'Your own company', 'This is your own company. You can open its pages.'),
  'company/not-looking': entry(
    403,
    'No access',
    'You have no access to this company, or your 30 minutes have ended. Start again with a reason.',
  ),
  'company/own': entry(
    409,
    'Operator company',
    "An operator's company can't be suspended or deleted, because no one could reactivate it.",
  ),
  'company/person-known': entry(
    409,
    'Person has an account',
    'This email already has an account here, and an account belongs to one company. Use another email.',
  ),
  'company/has-administrator': entry(
    409,
    'Administrator exists',
    'This company has an active administrator who can invite people.',
  ),
  'bulk/not-found': entry(404, 'Not found', "This bulk action doesn't exist."),
  'bulk/running': entry(409, 'Action in progress', 'A bulk action is in progress. Wait until it ends, or stop it.'),
  'bulk/nothing': entry(409, 'Nothing to change', 'This action would change nothing that matches the filter.'),
  'bulk/status': entry(409, 'Changed elsewhere', 'The action has ended, or there is nothing left to do.'),
  'job/queued': entry(409, 'Already queued', 'This job is waiting or running. Wait until it ends, then retry if it failed.'),
  'job/not-failed': entry(409, 'Not failed', 'This job is already being retried or was removed. Reload the page.'),
  'company/export-running': entry(
    409,
    'Already in progress',
    "We are preparing a file with this company's data. Wait until it is ready.",
  ),
  'company/export-gone': entry(
    404,
    'No file to download',
    'The link or the file has expired. Open the company under Customers and select Download again, or request a new file.',
  ),
  'company/name-differs': entry(422, 'Name differs', 'Type the company name exactly as shown.'),
} as const
