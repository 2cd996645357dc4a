/** What can be wrong with a question about figures. */
import { entry } from '../kit/problem-entry.ts'

export const analyticsProblems = {
  'analytics/range-reversed': entry(400, 'Time not possible', 'The time ends before it begins.'),
  'analytics/range-empty': entry(400, 'Time not possible', 'The time ends when it begins.'),
  'analytics/range-too-long': entry(400, 'Time too long', 'At most ten years are shown at once.'),
  'analytics/interval-not-allowed': entry(400, 'Interval not possible', 'This resolution does not fit a period of this length.'),
  'analytics/zone-unknown': entry(400, 'Time zone unknown', 'This time zone is not known.'),
  'analytics/dashboard-failed': entry(0, 'Figures not loaded', 'Get dashboard analytics failed', true),
  'analytics/statistic-failed': entry(0, 'Figures not loaded', 'Get statistics failed', true),
} as const
