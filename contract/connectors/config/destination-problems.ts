/** What can go wrong with a destination: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const destinationProblems = {
  'destination/unreachable': entry(502, 'Destination unreachable', "The destination can't be reached.", true),
  'destination/timeout': entry(
    504,
    'Destination too slow',
    "The destination didn't respond in time. It may have received the record.",
    true,
  ),
  'destination/refused': entry(502, 'Destination refused', 'The destination rejected the record.'),
  'destination/several-found': entry(409, 'Several records found', 'The destination has several records that match this one.'),
  'destination/failing': entry(502, 'Destination failing', 'The destination returned an error.', true),
  'destination/response-lost': entry(
    504,
    'Response lost',
    'The response was lost. The destination may have received the record.',
    true,
  ),
  'destination/cut-off': entry(
    504,
    'Possibly sent',
    'The run stopped while sending. The destination may have received the record.',
    true,
  ),
  'destination/not-confirmed': entry(502, 'Not confirmed', "The destination's response doesn't count as a delivery."),
  'destination/key-reused': entry(
    502,
    'Key already used',
    "The destination reports that this Idempotency-Key was already used with different content. We don't send the record again. Please check it.",
  ),
  'destination/record-in-address': entry(
    422,
    'Unfilled placeholder',
    'The destination URL contains a placeholder without a field. Select the record field to use.',
  ),
} as const
