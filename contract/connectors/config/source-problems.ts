/** What can fail while a source is read: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'
import { answerLevels, answerMegabytes } from './product-limits.ts'

export const sourceProblems = {
  'source/unreachable': entry(502, 'Source unreachable', 'The source cannot be reached.', true),
  'source/timeout': entry(504, 'Source too slow', 'The source did not answer in time.', true),
  'source/refused': entry(502, 'Source refused', 'The source refused the request.'),
  'source/failing': entry(502, 'Source failing', 'The source answered with an error.', true),
  'source/not-json': entry(502, 'Source answer unreadable', 'The source answered with something that is not JSON.', true),
  'source/unreadable': entry(
    502,
    'Source answer unreadable',
    'The answer of the source cannot be read: it is not HTTP, or its encoding is broken, unknown or stacked.',
    true,
  ),
  'source/too-large': entry(502, 'Source answer too large', `The answer of the source is larger than ${answerMegabytes} MB.`),
  'source/too-deep': entry(
    502,
    'Source answer too deep',
    `The answer of the source is nested deeper than ${answerLevels} levels.`,
  ),
  'source/no-list': entry(502, 'No list found', 'The answer of the source holds no list where the configuration expects one.'),
  'source/bad-cursor': entry(502, 'Cursor unreadable', 'The next cursor of the source is neither text nor number.'),
  'source/incomplete': entry(502, 'Not all records read', 'The source declared more records than its pages contained.'),
  'source/no-cursor-field': entry(502, 'Cursor field missing', 'No record has a value at the field of the cursor.'),
  'source/changed': entry(502, 'Source changed', 'The source changed while it was read.', true),
  'source/page-loop': entry(502, 'Pages repeat', 'The source returns the same page again and again.'),
  'source/cannot-continue': entry(
    502,
    'Reading cannot continue',
    'Reading cannot continue where it stopped. Start the run again: it reads all rows.',
  ),
  'source/page-limit': entry(
    502,
    'Too many pages',
    'The run reached the limit of 10,000 pages. The next run continues from here.',
  ),
} as const
