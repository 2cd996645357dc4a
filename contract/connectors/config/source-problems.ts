/** What can fail while a source is read: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'
import { answerLevels, answerMegabytes } from './product-limits.ts'

export const sourceProblems = {
  'source/unreachable': entry(502, 'Source unreachable', "The source can't be reached.", true),
  'source/timeout': entry(504, 'Source too slow', "The source didn't respond in time.", true),
  'source/refused': entry(502, 'Source refused', 'The source rejected the request.'),
  'source/failing': entry(502, 'Source failing', 'The source returned an error.', true),
  'source/not-json': entry(502, 'Source response unreadable', "The source's response is not in the expected format.", true),
  'source/unreadable': entry(
    502,
    'Source response unreadable',
    "The source's response can't be read: not HTTP, or with a broken, unknown or nested encoding.",
    true,
  ),
  'source/too-large': entry(502, 'Source response too large', `The source's response is larger than ${answerMegabytes} MB.`),
  'source/too-deep': entry(
    502,
    'Source response too deep',
    `The source's response is nested deeper than ${answerLevels} levels.`,
  ),
  'source/no-list': entry(502, 'No list found', "The source's response contains no list where one is expected."),
  'source/bad-cursor': entry(502, 'Cursor unreadable', "The source's next cursor is neither text nor a number."),
  'source/incomplete': entry(502, 'Not all records read', 'The source declared more records than its pages contained.'),
  'source/no-cursor-field': entry(502, 'Cursor field missing', 'No record has a value in the cursor field.'),
  'source/changed': entry(502, 'Source changed', 'The source changed during reading.', true),
  'source/page-loop': entry(502, 'Pages repeat', 'The source keeps returning the same page.'),
  'source/cannot-continue': entry(
    502,
    'Reading cannot continue',
    "Reading can't continue where it stopped. Start the run again to read all rows.",
  ),
  'source/page-limit': entry(502, 'Too many pages', 'The run reached 10,000 pages. The next run continues from there.'),
} as const
