import { minutesPrecisionDays } from '#contract/kit/time-range.ts'

/** The filter of figures by time, fineness and system. */
export const timeFilterMessages = {
  name: 'What the figures are about',
  period: 'Period',
  resolution: 'Resolution',
  environment: 'Environment',
  environments: { all: 'All environments', sandbox: 'Sandbox', production: 'Production' },
  /** By the name of the rule that holds. */
  smart: {
    hours: 'Smart: a range under 24 hours is told by Minute or Hour; by Minute unless you choose.',
    hoursLongAgo: `Smart: a range under 24 hours that begins more than ${minutesPrecisionDays} days ago is told by Hour.`,
    days: 'Smart: a range of 24 hours to under 7 days is told by Hour or Day; by Hour unless you choose.',
    weeks: 'Smart: a range of 7 to under 30 days is told by Day or Week; by Day unless you choose.',
    months: 'Smart: a range of 30 to under 90 days is told by Week or Month; by Week unless you choose.',
    longer: 'Smart: a range of 90 days and more is told by Month.',
  },
  adjusted: (wanted: string, chosen: string) => `This range is not told by ${wanted}: ${chosen} was chosen.`,
  unread: (parts: string) => `The address asks for what there is not: ${parts}. The usual stands there instead.`,
  custom: 'Custom range',
  ends: { from: 'From', to: 'To' },
  zone: (zone: string) => `In the time of ${zone}.`,
  asText: (zone: string) => `As 2026-11-22T10:30, in the time of ${zone}.`,
  never: (left: string, met: string) =>
    `This time does not exist on that day: the clocks go forward from ${left} to ${met}. ${met} is used.`,
  twice: 'This time comes twice on that day, because the clocks go back.',
  turn: (end: string) => `${end}: which of the two`,
  turns: {
    first: (offset: string) => `The first, ${offset}`,
    second: (offset: string) => `The second, ${offset}`,
  },
  offset: (clock: string) => `UTC${clock}`,
  apply: 'Apply',
  edited: 'Not asked for yet: press Apply.',
  nothingToApply: 'What stands here is what is asked for.',
  faults: {
    missing: 'Say a day and a time.',
    unreadable: 'This is no day and time. Write it as 2026-11-22T10:30.',
    year: 'A day from 1970 to 9999.',
    empty: 'The range is empty: it ends when it begins.',
    reversed: 'The range ends before it begins.',
    long: 'The range is longer than ten years.',
  },
}
