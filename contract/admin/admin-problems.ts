/** What can go wrong in the Admin Console, and what people of a suspended company are told. */
import { entry } from '../kit/problem-entry.ts'

export const adminProblems = {
  'company/suspended': entry(
    401,
    'Company suspended',
    'Your company is suspended by the operator of this Datacrane. Its runs are paused and nothing is lost: they continue when it is reactivated.',
  ),
  'company/not-found': entry(404, 'Not found', 'There is no such company.'),
  'company/wrong-status': entry(
    409,
    'Not possible now',
    'The status of this company does not allow it: someone else changed it in the meantime. Load the page again.',
  ),
  'library/company-unknown': entry(422, 'Company not found', 'No company has this name, or several have.'),
  'library/update-not-fitting': entry(
    409,
    'New version does not fit',
    'The new version does not fit what was changed in a connector. Keep that connector as it is, or start a new one from the library.',
  ),
  'installation/stale': entry(
    409,
    'Changed in the meantime',
    'Another operator changed these switches. Load them again, then repeat your change.',
  ),
  'registration/domain': entry(
    403,
    'Sign-up not open',
    'Email addresses of this domain cannot sign up here. Ask an administrator of your company for an invitation.',
  ),
  'registration/full': entry(
    429,
    'Sign-up full for today',
    'The daily limit of new companies is reached. Try again tomorrow, or ask the operator for an invitation.',
  ),
  'company/own-look': entry(409, 'Your own company', 'This is your own company: you can open its pages.'),
  'company/not-looking': entry(
    403,
    'Not looking',
    'You do not look into this company, or your 30 minutes are over. Begin again with a reason.',
  ),
  'company/own': entry(
    409,
    'Company of an operator',
    'The company of an operator cannot be suspended or deleted: no one could reactivate it.',
  ),
  'company/person-known': entry(
    409,
    'Person has an account',
    'Someone with this email address has an account here already, and a person is in one company. Use another address.',
  ),
  'company/has-administrator': entry(
    409,
    'Has an administrator',
    'This company has an administrator who may sign in and ask others in.',
  ),
  'bulk/not-found': entry(404, 'Not found', 'There is no such action on many.'),
  'bulk/running': entry(409, 'Another action runs', 'An action on many is under way. Wait until it has ended, or stop it.'),
  'bulk/nothing': entry(409, 'Nothing to change', 'The filter finds nothing that this action would change.'),
  'bulk/status': entry(409, 'Changed in the meantime', 'The action has ended, or nothing is left to do.'),
  'company/export-running': entry(
    409,
    'Being made already',
    'A file with the data of this company is being made. Wait until it is ready.',
  ),
  'company/export-gone': entry(
    404,
    'No file to download',
    'The link is older than a minute, or the file has expired. Open the company in Customers and press Download again, or have a new file made.',
  ),
  'company/name-differs': entry(
    422,
    'Name differs',
    'The name that you typed is not the name of this company. Type it as it is shown.',
  ),
} as const
