/** Why a single record ends without being sent: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'
import { recordMegabytes } from '../config/product-limits.ts'

export const recordProblems = {
  'record/repeated': entry(409, 'Came twice', 'The same record was on an earlier page of this run. It was delivered once.'),
  'record/unclear': entry(
    409,
    'May have arrived',
    'Not sent again. An earlier run sent the same version, and its outcome is unknown. Replay the record if it is missing.',
  ),
  'record/too-large': entry(422, 'Record too large', `The record is larger than ${recordMegabytes} MB, so it is not delivered.`),
  'record/not-sent': entry(409, 'Not sent', 'Not sent: the run was stopped before its turn.'),
  'record/unreadable': entry(422, 'Record unreadable', 'The record contains a value that cannot be delivered.'),
  'record/poison': entry(422, 'Left out', 'Processing this record ended the process three times, so it is left out.'),
} as const
