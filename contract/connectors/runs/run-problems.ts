/** What can be refused of runs: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const runProblems = {
  'run/not-found': entry(404, 'Not found', 'Run not found'),
  'run/cancelled': entry(409, 'Cancelled', 'The run was cancelled before this record was delivered.'),
  'run/ended': entry(409, 'Already over', 'The run has already ended.'),
  'run/already-open': entry(409, 'Already running', 'A run of this connector is still in progress.'),
  'run/sum-mismatch': entry(
    500,
    "Numbers don't match",
    "The number of records read doesn't match delivered, skipped and failed. The run doesn't count as a success.",
  ),
} as const
