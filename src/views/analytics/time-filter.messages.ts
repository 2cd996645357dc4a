import { minutesPrecisionDays } from '#contract/kit/time-range.ts'

/** The filter of figures by time, fineness and system. */
export const timeFilterMessages = {
  title: 'Analytics',
  name: 'Filter of the analytics',
  period: 'Period',
  resolution: 'Resolution',
  environment: 'Environment',
  environments: { all: 'All environments', sandbox: 'Sandbox', production: 'Production' },
  /** By the name of the rule that holds. */
  smart: {
    hours: 'Smart: minute or hour below 24 hours',
    hoursLongAgo: `Smart: hour below 24 hours, where minutes are older than ${minutesPrecisionDays} days`,
    days: 'Smart: hour or day from 24 hours to 7 days',
    weeks: 'Smart: day or week from 7 to 30 days',
    months: 'Smart: week or month from 30 to 90 days',
    longer: 'Smart: month from 90 days',
  },
  adjusted: (wanted: string, chosen: string) => `${wanted} is not available for this range. Showing ${chosen}.`,
  unread: (parts: string) => `The address contains an unknown value: ${parts}. Showing the default instead.`,
  custom: 'Custom range',
  ends: { from: 'From', to: 'To' },
  zone: (zone: string) => `Time zone ${zone}`,
  asText: (zone: string) => `As 2026-11-22T10:30, time zone ${zone}`,
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
  edited: 'Press Apply to show this range.',
  nothingToApply: 'This range is shown.',
  faults: {
    missing: 'Enter a day and a time.',
    unreadable: 'This is not a day and time. Write it as 2026-11-22T10:30.',
    year: 'Enter a day from 1970 to 9999.',
    empty: 'The range is empty: it ends when it begins.',
    reversed: 'The range ends before it begins.',
    long: 'The range is longer than ten years.',
  },
}
