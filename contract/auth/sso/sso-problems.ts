/** What can go wrong with single sign-on of a company. Short: they are part of the sign-in page. */
import { entry } from '../../kit/problem-entry.ts'

export const ssoProblems = {
  'sso/domain-taken': entry(409, 'Domain taken', 'Another company has already verified this domain.'),
  'sso/domain-known': entry(409, 'Domain taken', 'Your company has already added this domain.'),
  'sso/domains-full': entry(409, 'Too many domains', 'Your company has reached 20 domains. Remove one, then add the new one.'),
  'sso/domain-not-found': entry(404, 'Not found', "Your company doesn't have this domain."),
  'sso/not-set-up': entry(404, 'No single sign-on', 'No single sign-on is set up for this email. Sign in with your password.'),
  'sso/incomplete': entry(409, 'Not set up yet', 'Complete and save the identity provider settings, then test them.'),
  'sso/untested': entry(409, 'Not tested', 'You can switch on single sign-on after a successful test.'),
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
    "Your identity provider doesn't confirm that this email is verified. Ask your company administrator.",
  ),
  'sso/domain-needed': entry(
    409,
    'Email domain not verified',
    'The company requires single sign-on, but this email is outside its verified domains. Use another email.',
  ),
  'sso/required': entry(403, 'Single sign-on required', 'Your company requires single sign-on. Select Use single sign-on.'),
  'sso/in-use': entry(409, 'Single sign-on is on', 'Switch single sign-on off before you change the identity provider.'),
} as const
