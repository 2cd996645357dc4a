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
} as const
