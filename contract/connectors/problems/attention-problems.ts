/** What can be refused of what wants a person, alarms and causes: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const attentionProblems = {
  'alarm/not-allowed-now': entry(409, 'Not possible now', 'The alert is in a state that does not allow this.'),
  'alarm/stale': entry(
    409,
    'Changed in the meantime',
    'Someone changed the same settings after you opened them. Load the page again to see what is set now, then make your change.',
  ),
  'alarm/nobody-to-tell': entry(422, 'No one to tell', 'No one receives the alerts of this connector.'),
  'cause/not-found': entry(404, 'Not found', 'No record was lost for this cause in that period.'),
  'cause/not-allowed-now': entry(409, 'Not possible now', 'The cause is in a state that does not allow this.'),
  'cause/not-of-company': entry(
    422,
    'Cannot be assigned',
    'A problem is assigned to an active person of the company who sees the connector.',
  ),
} as const
