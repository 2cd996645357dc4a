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

type Rule = { readonly allowed: readonly Resolution[]; readonly default: Resolution }

/** Each up to a length in hours, not included. */
const rules: readonly (readonly [hours: number, Rule])[] = [
  [24, { allowed: ['Minute', 'Hour'], default: 'Minute' }],
  [168, { allowed: ['Hour', 'Day'], default: 'Hour' }],
  [720, { allowed: ['Day', 'Week'], default: 'Day' }],
  [2160, { allowed: ['Week', 'Month'], default: 'Week' }],
  [Number.POSITIVE_INFINITY, { allowed: ['Month'], default: 'Month' }],
]
const longest: Rule = { allowed: ['Month'], default: 'Month' }

/** @param span milliseconds, above 0. */
export const ruleFor = (span: number): Rule => rules.find(([hours]) => span < hours * hour)?.[1] ?? longest

/** The resolution itself where the range allows it, and otherwise the default of the range. */
export function fittingResolution(span: number, wanted: Resolution): Resolution {
  const rule = ruleFor(span)
  return rule.allowed.includes(wanted) ? wanted : rule.default
}

/** Longest range that is answered, in milliseconds: ten years and the days of leap years. */
export const rangeMax = 3_653 * day
