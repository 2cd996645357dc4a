/** What goes wrong where records are enriched: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'
import { answerLevels, answerMegabytes } from './product-limits.ts'

export const enrichmentProblems = {
  'lookup/unreachable': entry(502, 'Enrichment unreachable', "The enrichment system can't be reached.", true),
  'lookup/timeout': entry(504, 'Enrichment too slow', "The enrichment system didn't respond in time.", true),
  'lookup/failing': entry(502, 'Enrichment failing', 'The enrichment system returned an error.', true),
  'lookup/refused': entry(502, 'Enrichment refused', 'The enrichment system rejected the request.'),
  'lookup/not-json': entry(502, 'Enrichment unreadable', 'The enrichment response is not JSON.', true),
  'lookup/too-large': entry(502, 'Enrichment too large', `The enrichment response is larger than ${answerMegabytes} MB.`),
  'lookup/too-deep': entry(502, 'Enrichment too deep', `The enrichment response is nested deeper than ${answerLevels} levels.`),
  'lookup/no-list': entry(502, 'No list found', 'The enrichment response contains no list where one is expected.'),
  'lookup/incomplete': entry(
    502,
    'Incomplete list',
    'The enrichment response contains only part of the list, without this record.',
  ),
  'lookup/not-found': entry(422, 'Nothing found', 'The enrichment found no result for this record.'),
  'lookup/ambiguous': entry(422, 'More than one found', 'The enrichment found several results for this record.'),
  'lookup/not-askable': entry(422, 'No enrichment request', "The enrichment can't use this record's value."),
  'lookup/no-place': entry(422, 'No place', 'The record has no place for the result.'),
} as const
