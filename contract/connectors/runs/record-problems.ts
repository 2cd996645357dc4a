/** Why a single record ends without being sent: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'
import { recordMegabytes } from '../config/product-limits.ts'

export const recordProblems = {
  'record/repeated': entry(
    409,
    'Duplicate record',
    'The same record appeared on an earlier page of this run. It was delivered once.',
  ),
  'record/unclear': entry(
    409,
    'May have arrived',
    'Not sent again. An earlier run sent the same version, and the outcome is unknown. If the record is missing, replay it.',
  ),
  'record/left-out': entry(422, 'Left out', "The record doesn't meet the connector's filter, so it was not sent."),
  'group/value': entry(
    422,
    'Group not complete',
    'A value of the group could not be used, so the group was not sent. Correct the value, then run the connector again.',
  ),
  'group/incomplete': entry(
    422,
    'Groups not complete',
    'The groups were not complete, so none of them was sent. The next run reads all records again.',
  ),
  'record/too-large': entry(422, 'Record too large', `The record is larger than ${recordMegabytes} MB, so we can't deliver it.`),
  'record/not-sent': entry(409, 'Not sent', 'Not sent. The run was stopped first.'),
  'record/unreadable': entry(422, 'Record unreadable', "The record contains a value that can't be delivered."),
  'record/no-address': entry(
    422,
    'Missing request value',
    "A value for the request URL or headers is missing or not allowed, so this record wasn't sent. Correct the value and retry.",
  ),
  'record/poison': entry(422, 'Left out', 'This record stopped the process three times, so it was left out.'),
  'ledger/cold': entry(409, 'Records in the cold ledger', "These records are in the cold ledger and can't be read here."),
} as const
