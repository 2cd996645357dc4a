/** Ranges of time that figures are asked for, and how finely they are told. `core-platform.md` sections 5 and 9. */
export const resolutionNames = ['Minute', 'Hour', 'Day', 'Week', 'Month'] as const
export type Resolution = (typeof resolutionNames)[number]

const hour = 3_600_000
const day = 24 * hour

/** The presets in the order of their list; `span` in milliseconds. */
export const periods = [
  { code: '1h', label: 'Past 1 Hour', span: hour },
  { code: '6h', label: 'Past 6 Hours', span: 6 * hour },
  { code: '12h', label: 'Past 12 Hours', span: 12 * hour },
  { code: '1d', label: 'Past 1 Day', span: day },
  { code: '3d', label: 'Past 3 Days', span: 3 * day },
  { code: '7d', label: 'Past 7 Days', span: 7 * day },
  { code: '14d', label: 'Past 14 Days', span: 14 * day },
  { code: '30d', label: 'Past 30 Days', span: 30 * day },
  { code: '3mo', label: 'Past 3 Months', span: 90 * day },
  { code: '6mo', label: 'Past 6 Months', span: 180 * day },
  { code: '1y', label: 'Past 1 Year', span: 365 * day },
  { code: 'custom', label: 'Custom Range', span: null },
] as const
export type PeriodCode = (typeof periods)[number]['code']
export const defaultPeriod: PeriodCode = '1h'

/** Days that figures are told by the minute; the narrow sums are removed a day later. */
export const minutesPrecisionDays = 99

/** Milliseconds since 1970. */
export type TimeRange = { readonly from: number; readonly to: number }

/** Names say how long the range is; `hoursLongAgo` are those of which nothing is told by the minute any more. */
export type RuleName = 'hours' | 'hoursLongAgo' | 'days' | 'weeks' | 'months' | 'longer'
type Rule = { readonly name: RuleName; readonly allowed: readonly Resolution[]; readonly default: Resolution }

const hours: Rule = { name: 'hours', allowed: ['Minute', 'Hour'], default: 'Minute' }
const hoursLongAgo: Rule = { name: 'hoursLongAgo', allowed: ['Hour'], default: 'Hour' }
const longer: Rule = { name: 'longer', allowed: ['Month'], default: 'Month' }
/** Each up to a length in hours, not included. */
const rules: readonly (readonly [hours: number, Rule])[] = [
  [24, hours],
  [168, { name: 'days', allowed: ['Hour', 'Day'], default: 'Hour' }],
  [720, { name: 'weeks', allowed: ['Day', 'Week'], default: 'Day' }],
  [2160, { name: 'months', allowed: ['Week', 'Month'], default: 'Week' }],
]

/** Whether minutes are still told of an instant. Both in milliseconds since 1970. */
export const hasMinutes = (at: number, now: number) => now - at <= minutesPrecisionDays * day

/** @param now milliseconds since 1970. */
export function ruleFor({ from, to }: TimeRange, now: number): Rule {
  const rule = rules.find(([length]) => to - from < length * hour)?.[1] ?? longer
  return rule === hours && !hasMinutes(from, now) ? hoursLongAgo : rule
}

/** The resolution itself where the range allows it, and otherwise the default of the range. */
export function fittingResolution(range: TimeRange, wanted: Resolution, now: number): Resolution {
  const rule = ruleFor(range, now)
  return rule.allowed.includes(wanted) ? wanted : rule.default
}

/** Longest range that is answered, in milliseconds: ten years and the days of leap years. */
export const rangeMax = 3_653 * day
