/** What can be wrong with a question in GraphQL, and with live reading. */
import { entry } from './problem-entry.ts'

export const graphProblems = {
  'graph/document-unknown': entry(
    400,
    'Not answered',
    'Only the console uses this address. Reload the page. Programs use the REST API described in /openapi.json.',
  ),
  'graph/invalid': entry(400, 'Bad request', 'The GraphQL document cannot be read.'),
  'graph/too-much': entry(400, 'Too much at once', 'This asks for too much at once.'),
  'live/too-many': entry(429, 'Too many open views', 'Too many views are read live. Close some of them.', true),
  'live/ended': entry(503, 'Not live', 'The server restarts, so live reading pauses for a moment.', true),
} as const
