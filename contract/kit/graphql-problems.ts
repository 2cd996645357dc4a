/** What can be wrong with a question in GraphQL, and with live reading. */
import { entry } from './problem-entry.ts'

export const graphProblems = {
  'graph/document-unknown': entry(
    400,
    'Console only',
    'Only the console can use this address. Reload the page. Programs use the REST API described in /openapi.json.',
  ),
  'graph/invalid': entry(400, 'Bad request', 'Could not parse the GraphQL document.'),
  'graph/too-much': entry(400, 'Query too large', 'This query asks for too much data.'),
  'live/too-many': entry(429, 'Too many open views', 'Too many live views are open. Close some of them.', true),
  'live/ended': entry(503, 'Not live', 'The server is restarting. Live updates pause for a moment.', true),
} as const
