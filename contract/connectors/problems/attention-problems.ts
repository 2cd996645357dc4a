/** What can be refused of what wants a person, alarms and causes: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const attentionProblems = {
  'alarm/not-allowed-now': entry(409, 'Not possible now', "The alert's current status doesn't allow this."),
  'alarm/stale': entry(
    409,
    'Changed elsewhere',
    'Someone changed these settings after you opened them. Reload the page, then repeat your change.',
  ),
  'alarm/nobody-to-tell': entry(422, 'No recipients', 'No one receives alerts for this connector.'),
  'cause/not-found': entry(404, 'Not found', 'No record failed for this reason in that period.'),
  'cause/not-allowed-now': entry(409, 'Not possible now', "The problem's current status doesn't allow this."),
  'cause/not-of-company': entry(422, "Can't be assigned", 'Assign the problem to an active person who can see the connector.'),
} as const
