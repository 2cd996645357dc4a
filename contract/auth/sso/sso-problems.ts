/** What can go wrong with single sign-on of a company. */
import { entry } from '../../kit/problem-entry.ts'

export const ssoProblems = {
  'sso/domain-taken': entry(
    409,
    'Domain belongs to another company',
    'Another company has proved that this domain is its own. A domain belongs to one company only.',
  ),
  'sso/domain-known': entry(409, 'Domain is there already', 'Your company has added this domain already.'),
  'sso/domains-full': entry(409, 'Too many domains', 'Your company has 20 domains. Remove one, then add the new one.'),
  'sso/domain-not-found': entry(404, 'Not found', 'There is no such domain of your company. It may have been removed.'),
  'sso/not-set-up': entry(
    404,
    'No single sign-on',
    'No single sign-on is set up for this email address. Sign in with your password, or ask an administrator of your company.',
  ),
  'sso/stale': entry(
    409,
    'Changed meanwhile',
    'Somebody saved single sign-on after you opened it. Load it again, then repeat your change.',
  ),
  'sso/incomplete': entry(
    409,
    'Not set up yet',
    'The identity provider is not complete. Fill in its fields and save them, then test it.',
  ),
  'sso/untested': entry(
    409,
    'Not tested',
    'Single sign-on can be switched on after a test of what is saved has ended with a person who would be signed in.',
  ),
  'sso/break-glass-needed': entry(
    409,
    'Administrator for an emergency needed',
    'Name at least one administrator who may sign in with a password when the identity provider does not work.',
  ),
  'sso/ends-own-session': entry(
    409,
    'Your session would end',
    'This would end your session. Sign in with single sign-on, or name yourself as an administrator for an emergency, then repeat it.',
  ),
  'sso/last-break-glass': entry(
    409,
    'Needed for an emergency',
    'This is the last administrator who may sign in with a password while single sign-on is required. Name another one first.',
  ),
  'sso/required': entry(
    403,
    'Single sign-on required',
    'Your company requires single sign-on. Go back to the sign-in page and choose Use single sign-on.',
  ),
  'sso/in-use': entry(
    409,
    'Single sign-on is on',
    'The identity provider cannot be changed while people sign in with it. Switch single sign-on off first.',
  ),
} as const
