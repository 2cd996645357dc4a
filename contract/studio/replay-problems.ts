/** What can fail while records are replayed: a part of the catalogue. */
import { entry } from '../kit/problem-entry.ts'

export const replayProblems = {
  'replay/not-found': entry(404, 'Not found', 'Replay not found'),
  'replay/unknown-transaction': entry(404, 'Not found', 'Transaction not found'),
  'replay/record-not-kept': entry(
    0,
    'Cannot be edited',
    'This record is not kept as it was read. Retry it unchanged, or run the connector again.',
  ),
  'replay/record-masked': entry(
    0,
    'Cannot be edited',
    'This record holds secrets, which are masked here and would be sent masked. Retry it unchanged, or correct it in its source.',
  ),
  'replay/failed': entry(0, 'Replay Failed', 'Could not replay the transaction. Please try again later', true),
  'replay/not-signed-in': entry(0, 'Authentication Error', 'You must be logged in to perform this action'),
  'replay/not-allowed-now': entry(409, 'Not possible now', 'The replay is in a state that does not allow this.'),
  'replay/already-running': entry(
    409,
    'Already running',
    'Another replay of this connector has not ended. Wait for its end or stop it, then start this one.',
  ),
  'replay/version-changed': entry(
    409,
    'Changed in the meantime',
    'Another version of the connector went live after this replay was planned. Plan it again.',
  ),
  'replay/plan-old': entry(409, 'Too old', 'This replay was planned more than a day ago. Plan it again.'),
  'replay/nothing-chosen': entry(
    422,
    'Nothing to replay',
    'None of these records would be sent. Look at the plan, and choose what else is to be replayed.',
  ),
  'replay/selection-changed': entry(
    409,
    'Changed in the meantime',
    'Some of these records arrived or changed after you looked. Check the plan, then send it.',
  ),
  'replay/overtaken': entry(
    409,
    'Left out',
    'A later record with the same key arrived after this one was selected. It was not sent, because it may be an older version of that one and would replace it.',
  ),
  'replay/no-payloads': entry(
    409,
    'Nothing to replay',
    'This connector keeps no payloads, so there is nothing to send again. Run it instead: it reads its source again.',
  ),
  'replay/records-removed': entry(
    410,
    'Records removed',
    'Retention removed the records of this plan, so nothing can be sent again. Plan again with newer records.',
  ),
  'replay/not-kept': entry(410, 'Not kept', 'The record as it was read is not kept, so it cannot be replayed.'),
} as const
