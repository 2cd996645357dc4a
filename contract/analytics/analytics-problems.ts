/** What can be wrong with a question about figures. */
import { entry } from '../kit/problem-entry.ts'

export const analyticsProblems = {
  'analytics/range-reversed': entry(400, 'Time not possible', 'Choose an end after the start.'),
  'analytics/range-empty': entry(400, 'Time not possible', 'Choose an end after the start.'),
  'analytics/range-too-long': entry(400, 'Time too long', 'Choose a range of ten years or less.'),
  'analytics/interval-not-allowed': entry(
    400,
    'Interval not possible',
    "This resolution doesn't fit the range. Choose another resolution.",
  ),
  'analytics/zone-unknown': entry(
    400,
    'Time zone unknown',
    'This time zone is unknown. Choose one such as Europe/Berlin or UTC.',
  ),
  'analytics/dashboard-failed': entry(0, 'Figures not loaded', 'Get dashboard analytics failed', true),
  'analytics/statistic-failed': entry(0, 'Figures not loaded', 'Get statistics failed', true),
} as const
