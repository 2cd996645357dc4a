import { minutesPrecisionDays } from '#contract/kit/time-range.ts'

/** The filter of figures by time, fineness and system. */
export const timeFilterMessages = {
  title: 'Analytics',
  name: 'Analytics filter',
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
  unread: (parts: string) => `Unknown value in the URL: ${parts}. Showing the default instead.`,
  custom: 'Custom range',
  ends: { from: 'From', to: 'To' },
  zone: (zone: string) => `Time zone ${zone}`,
  asText: (zone: string) => `As 2026-11-22T10:30, time zone ${zone}`,
  never: (left: string, met: string) =>
    `Clocks go forward from ${left} to ${met} that day, so this time doesn't exist. Using ${met} instead.`,
  twice: 'Clocks go back that day, so this time occurs twice.',
  turn: (end: string) => `${end}: first or second`,
  turns: {
    first: (offset: string) => `The first, ${offset}`,
    second: (offset: string) => `The second, ${offset}`,
  },
  offset: (clock: string) => `UTC${clock}`,
  apply: 'Apply',
  edited: 'Select Apply to show this range.',
  nothingToApply: 'Already applied.',
  faults: {
    missing: 'Enter a date and time.',
    unreadable: 'Enter a date and time such as 2026-11-22T10:30.',
    year: 'Enter a year from 1970 to 9999.',
    empty: 'Choose an end after the start.',
    reversed: 'Choose an end after the start.',
    long: 'Choose a range of ten years or less.',
  },
}
