/** What can go wrong with requests to support and with what is said of an article. */
import { entry } from '../kit/problem-entry.ts'
import { supportLimits, supportPerDay } from './support-limits.ts'

export const helpProblems = {
  'support/too-many': entry(
    429,
    'Too many requests',
    `You have reached the limit of ${supportPerDay} requests today. Send the next one tomorrow.`,
  ),
  'support/bundle-changed': entry(
    409,
    'Changed elsewhere',
    'The connector has changed since you reviewed the details. Review them again, then send.',
  ),
  'support/too-many-messages': entry(
    409,
    'Too many messages',
    `This request has reached its limit of ${supportLimits.messagesMax} messages. Send a new request instead.`,
  ),
  'support/not-allowed-now': entry(409, 'Not possible now', 'The request is closed.'),
} as const
