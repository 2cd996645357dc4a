/** What goes wrong where records are enriched: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'
import { answerLevels, answerMegabytes } from './product-limits.ts'

export const enrichmentProblems = {
  'lookup/unreachable': entry(502, 'Enrichment unreachable', 'The system of the enrichment cannot be reached.', true),
  'lookup/timeout': entry(504, 'Enrichment too slow', 'The system of the enrichment did not answer in time.', true),
  'lookup/failing': entry(502, 'Enrichment failing', 'The system of the enrichment answered with an error.', true),
  'lookup/refused': entry(502, 'Enrichment refused', 'The system of the enrichment refused the request.'),
  'lookup/not-json': entry(502, 'Enrichment unreadable', 'The response to the enrichment is not JSON.', true),
  'lookup/too-large': entry(502, 'Enrichment too large', `The response to the enrichment is larger than ${answerMegabytes} MB.`),
  'lookup/too-deep': entry(
    502,
    'Enrichment too deep',
    `The response to the enrichment is nested deeper than ${answerLevels} levels.`,
  ),
  'lookup/no-list': entry(
    502,
    'No list found',
    'The response to the enrichment has no list where the configuration expects one.',
  ),
  'lookup/incomplete': entry(
    502,
    'Incomplete list',
    'The enrichment response contains only part of the list, and nothing for this record.',
  ),
  'lookup/not-found': entry(422, 'Nothing found', 'The enrichment found nothing for this record.'),
  'lookup/ambiguous': entry(422, 'More than one found', 'The enrichment found more than one thing for this record.'),
  'lookup/not-askable': entry(422, 'Not looked up', 'The enrichment cannot use the value of this record.'),
  'lookup/no-place': entry(422, 'No place', 'The record has no place for what was found.'),
} as const
