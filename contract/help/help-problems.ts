/** What can go wrong with requests to support and with what is said of an article. */
import { entry } from '../kit/problem-entry.ts'
import { supportLimits, supportPerDay } from './support-limits.ts'

export const helpProblems = {
  'support/too-many': entry(
    429,
    'Too many requests',
    `You have sent ${supportPerDay} requests today. Send the next one tomorrow.`,
  ),
  'support/bundle-changed': entry(
    409,
    'Changed in the meantime',
    'The connector was changed after you saw what is sent. Look at it again, then send it.',
  ),
  'support/too-many-messages': entry(
    409,
    'Too many messages',
    `A request has ${supportLimits.messagesMax} messages at most. Send a new request instead.`,
  ),
  'support/not-allowed-now': entry(409, 'Not possible now', 'The request is closed.'),
} as const
