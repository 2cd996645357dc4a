/** What can go wrong with single sign-on of a company. Short: they are part of the sign-in page. */
import { entry } from '../../kit/problem-entry.ts'

export const ssoProblems = {
  'sso/domain-taken': entry(409, 'Domain taken', 'Another company has proved that this domain is its own.'),
  'sso/domain-known': entry(409, 'Domain taken', 'Your company has added this domain already.'),
  'sso/domains-full': entry(409, 'Too many domains', 'Your company has 20 domains. Remove one, then add the new one.'),
  'sso/domain-not-found': entry(404, 'Not found', 'There is no such domain of your company.'),
  'sso/not-set-up': entry(404, 'No single sign-on', 'No single sign-on is set up for this email. Sign in with your password.'),
  'sso/incomplete': entry(409, 'Not set up yet', 'Save all fields of the identity provider, then test it.'),
  'sso/untested': entry(409, 'Not tested', 'Single sign-on can be switched on once a test has worked.'),
  'sso/break-glass-needed': entry(409, 'Administrator needed', 'Select at least one emergency administrator.'),
  'sso/ends-own-session': entry(
    409,
    'Your session would end',
    'This would end your session. Sign in with single sign-on first, or select yourself as an emergency administrator.',
  ),
  'sso/last-break-glass': entry(
    409,
    'Emergency administrator',
    'This is the last emergency administrator. Select another one first.',
  ),
  'sso/email-unverified': entry(
    403,
    'Email not verified',
    'Your identity provider does not say that this email address is verified, so no one is signed in with it. Ask an administrator of your company.',
  ),
  'sso/domain-needed': entry(
    409,
    'Email domain not verified',
    'The company requires single sign-on, and this email is in none of its verified domains. No one could sign in with it.',
  ),
  'sso/required': entry(403, 'Single sign-on required', 'Your company requires single sign-on. Choose Use single sign-on.'),
  'sso/in-use': entry(409, 'Single sign-on is on', 'Switch single sign-on off before you change the identity provider.'),
} as const
