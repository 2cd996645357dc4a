/** What can go wrong with gateways and private endpoints: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const networkProblems = {
  'gateway/unusable': entry(
    422,
    'Gateway not usable',
    'The gateway that this system goes through was deleted, is switched off or refuses its key. Nothing was sent without it.',
  ),
  'gateway/failing': entry(
    502,
    'Gateway failed',
    'The gateway that this system goes through could not be reached or did not open the way. Nothing was sent without it.',
    true,
  ),
  'gateway/not-found': entry(404, 'Not found', 'There is no such VPN configuration. It may have been deleted.'),
  'gateway/ambiguous': entry(
    409,
    'Name is not unique',
    'Several VPN configurations have this name. Use the id instead of the name.',
  ),
  'gateway/stale': entry(
    409,
    'Changed in the meantime',
    'Someone changed this VPN configuration after you opened it. Open it again, then repeat your change.',
  ),
  'gateway/too-many': entry(
    409,
    'Too many VPN configurations',
    'Your company has 20 VPN configurations. Delete one that is no longer used, then add the new one.',
  ),
  'gateway/in-use': entry(
    409,
    'Still in use',
    'Something goes through this VPN configuration. Change that first, then delete it.',
  ),
  'gateway/tests-used-up': entry(
    429,
    'Too many tests',
    'This VPN configuration was tested 30 times within an hour. Wait until the hour is over, then test again.',
  ),
  'private-endpoint/not-found': entry(404, 'Not found', 'There is no such private endpoint. It may have been removed.'),
  'private-endpoint/ambiguous': entry(
    409,
    'Name is not unique',
    'Several private endpoints have this name. Use the id instead of the name.',
  ),
  'private-endpoint/stale': entry(
    409,
    'Changed in the meantime',
    'Someone changed this private endpoint after you opened it. Load the list again, then repeat your change.',
  ),
  'private-endpoint/too-many': entry(
    409,
    'Too many private endpoints',
    'Your company has 50 private endpoints. Remove one that is no longer used, then add the new one.',
  ),
  'private-endpoint/exists': entry(
    409,
    'Asked for already',
    'Your company has a private endpoint with this host and port already. Remove it first, or use it.',
  ),
  'private-endpoint/decided': entry(
    409,
    'Decided meanwhile',
    'The status of this private endpoint does not allow this: someone else decided, or the company removed it. Load the list again.',
  ),
} as const
