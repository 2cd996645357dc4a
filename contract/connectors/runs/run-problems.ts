/** What can be refused of runs: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const runProblems = {
  'run/not-found': entry(404, 'Not found', 'Run not found'),
  'run/cancelled': entry(409, 'Cancelled', 'The run was cancelled before this record was delivered.'),
  'run/ended': entry(409, 'Already over', 'The run has ended already, so it cannot be stopped.'),
  'run/already-open': entry(409, 'Already running', 'A run of this connector is still open.'),
  'run/sum-mismatch': entry(
    500,
    'Sum does not hold',
    'Records read are not the sum of delivered, skipped and failed. The run is not counted as a success.',
  ),
} as const
