/** What can fail while records are replayed: a part of the catalogue. */
import { entry } from '../kit/problem-entry.ts'

export const replayProblems = {
  'replay/not-found': entry(404, 'Not found', 'Replay not found'),
  'replay/unknown-transaction': entry(404, 'Not found', 'Transaction not found'),
  'replay/record-not-kept': entry(
    0,
    "Can't be edited",
    "This record's original is not stored. Retry it unchanged, or run the connector again.",
  ),
  'replay/record-masked': entry(
    0,
    "Can't be edited",
    'This record contains masked secrets, which would be sent masked. Retry it unchanged, or correct it in the source.',
  ),
  'replay/failed': entry(0, 'Replay Failed', 'Could not replay the transaction. Please try again later', true),
  'replay/not-signed-in': entry(0, 'Authentication Error', 'You must be logged in to perform this action'),
  'replay/not-allowed-now': entry(409, 'Not possible now', "This replay's current status doesn't allow this."),
  'replay/already-running': entry(
    409,
    'Already running',
    'Another replay of this connector is in progress. Wait for it to end or stop it, then try again.',
  ),
  'replay/version-changed': entry(
    409,
    'Changed elsewhere',
    'Another version went live after you planned this replay. Plan it again.',
  ),
  'replay/plan-old': entry(409, 'Too old', 'This plan is more than a day old. Plan the replay again.'),
  'replay/nothing-chosen': entry(422, 'Nothing to replay', 'No records would be sent. Check the plan and include other records.'),
  'replay/selection-changed': entry(
    409,
    'Changed elsewhere',
    'Some records arrived or changed since you opened the plan. Check it, then send it.',
  ),
  'replay/overtaken': entry(409, 'Left out', 'Not sent. A newer record with the same key has already arrived.'),
  'replay/no-payloads': entry(
    409,
    'Nothing to replay',
    "This connector doesn't store payloads, so there is nothing to send again. Run it to read the source again.",
  ),
  'replay/records-removed': entry(
    410,
    'Records removed',
    "Retention removed these records, so they can't be sent again. Plan again with newer records.",
  ),
  'replay/not-kept': entry(410, 'Original not stored', "This record's original is not stored, so it can't be replayed."),
} as const
