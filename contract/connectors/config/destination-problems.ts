/** What can go wrong with a destination: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const destinationProblems = {
  'destination/unreachable': entry(502, 'Destination unreachable', 'The destination cannot be reached.', true),
  'destination/timeout': entry(
    504,
    'Destination too slow',
    'The destination did not answer in time. Whether it took the record is unknown.',
    true,
  ),
  'destination/refused': entry(502, 'Destination refused', 'The destination refused the record.'),
  'destination/failing': entry(502, 'Destination failing', 'The destination answered with an error.', true),
  'destination/response-lost': entry(504, 'Response lost', 'The response was lost; the destination may have received it.', true),
  'destination/cut-off': entry(
    504,
    'Perhaps sent',
    'It may have been on its way when the run was broken off; whether the destination received it is unknown.',
    true,
  ),
  'destination/not-confirmed': entry(
    502,
    'Not confirmed',
    'The answer of the destination is not the one that counts as a delivery.',
  ),
  'destination/key-reused': entry(
    502,
    'Key used before',
    'The destination says that the Idempotency-Key of this delivery was used before with other content. It is not sent again: a person has to check it.',
  ),
  'destination/record-in-address': entry(
    422,
    'Record in the URL',
    "Use the same URL for all records. A destination URL can't contain record values yet.",
  ),
} as const
