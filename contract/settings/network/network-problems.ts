/** What can go wrong with gateways and private endpoints: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const networkProblems = {
  'gateway/unusable': entry(
    422,
    'Gateway unavailable',
    "This system's gateway was deleted, is off or rejected its key. Nothing was sent.",
  ),
  'gateway/failing': entry(
    502,
    'Gateway failed',
    "This system's gateway could not be reached or didn't connect. Nothing was sent.",
    true,
  ),
  'gateway/not-found': entry(404, 'Not found', "This VPN configuration doesn't exist. It may have been deleted."),
  'gateway/ambiguous': entry(
    409,
    'Name is not unique',
    'Several VPN configurations have this name. Use the id instead of the name.',
  ),
  'gateway/stale': entry(
    409,
    'Changed elsewhere',
    'Someone changed this VPN configuration after you opened it. Open it again, then repeat your change.',
  ),
  'gateway/too-many': entry(
    409,
    'Too many VPN configurations',
    'Your company has reached 20 VPN configurations. Delete one, then add the new one.',
  ),
  'gateway/in-use': entry(409, 'Still in use', 'This VPN configuration is in use. Change what uses it, then delete it.'),
  'gateway/tests-used-up': entry(
    429,
    'Too many tests',
    'This VPN configuration was tested 30 times this hour. Try again in an hour.',
  ),
  'private-endpoint/not-found': entry(404, 'Not found', "This private endpoint doesn't exist. It may have been removed."),
  'private-endpoint/ambiguous': entry(
    409,
    'Name is not unique',
    'Several private endpoints have this name. Use the id instead of the name.',
  ),
  'private-endpoint/stale': entry(
    409,
    'Changed elsewhere',
    'Someone changed this private endpoint after you opened it. Reload the list, then repeat your change.',
  ),
  'private-endpoint/too-many': entry(
    409,
    'Too many private endpoints',
    'Your company has reached 50 private endpoints. Remove one, then add the new one.',
  ),
  'private-endpoint/exists': entry(
    409,
    'Already requested',
    'Your company already has a private endpoint with this host and port. Use that endpoint, or remove it first.',
  ),
  'private-endpoint/decided': entry(
    409,
    'Already decided',
    'Someone already decided, or the company removed this private endpoint. Reload the list.',
  ),
} as const
