/** What can go wrong with passkeys. */
import { entry } from '../kit/problem-entry.ts'

export const passkeyProblems = {
  'passkey/invalid': entry(
    401,
    'Passkey not accepted',
    'The passkey may have been removed, or the prompt timed out. Try again, or use your password.',
  ),
  'passkey/not-added': entry(422, 'Passkey not added', "Your device's response was invalid or took too long. Try again."),
  'passkey/too-many': entry(409, 'Too many passkeys', 'You have reached 20 passkeys. Remove one first.'),
  'passkey/not-found': entry(404, 'Not found', 'Passkey not found'),
  /** The browser's part; why it was not, the console says. */
  'passkey/not-used': entry(0, 'No passkey was used', 'Try again, or use your password.'),
} as const
