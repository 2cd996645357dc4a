/** What is asked for, and how it stands in the address of the page. */
import { environments } from '#contract/analytics/analytics.ts'
import {
  defaultPeriod,
  fittingResolution,
  type PeriodCode,
  periods,
  type Resolution,
  resolutionNames,
  ruleFor,
  type TimeRange,
} from '#contract/kit/time-range.ts'
import { type Ends, endAt, endInAddress, endOfAddress, faultsIn, spanOf } from './range.ts'

export type Environment = 'all' | (typeof environments)[number]
const environmentNames = ['all', ...environments] as const satisfies readonly Environment[]

/** What figures are asked about. A time that ends now moves along with the clock; milliseconds. */
export type Question = {
  readonly range:
    | { readonly kind: 'past'; readonly span: number }
    | { readonly kind: 'between'; readonly from: number; readonly to: number }
  readonly resolution: Resolution
  readonly environment: Environment
  readonly zone: string
}

/** The parts of the address that are the filter's. */
export const placeNames = ['period', 'from', 'to', 'by', 'environment'] as const
export type FilterPlace = Readonly<Record<(typeof placeNames)[number], string | null>>

export type Choice = { readonly period: PeriodCode; readonly ends: Ends }
export type Opening = {
  readonly choice: Choice
  readonly asked: Question
  /** The resolution that was wanted and that the range does not allow. */
  readonly adjustedFrom: Resolution | null
  /** Parts of the address that name nothing there is, as `period=2h`. */
  readonly unread: readonly string[]
}

/** @param now milliseconds since 1970. */
export const timeRangeOf = ({ range }: Pick<Question, 'range'>, now: number): TimeRange =>
  range.kind === 'between' ? range : { from: now - range.span, to: now }

/** Milliseconds; null of a custom range. */
export const spanOfPeriod = (code: PeriodCode) => periods.find((it) => it.code === code)?.span ?? null

/** What a custom range is before anything is typed: the dates that were looked at. */
export function rangeEndsOf(asked: Question, now: number): Ends {
  const { from, to } = timeRangeOf(asked, now)
  return { from: endAt(from, asked.zone), to: endAt(to, asked.zone) }
}

/** Null while a custom range cannot be asked for. */
export function rangeOf({ period, ends }: Choice, zone: string): Question['range'] | null {
  const span = spanOfPeriod(period)
  if (span !== null) return { kind: 'past', span }
  return Object.keys(faultsIn(ends, zone)).length > 0 ? null : { kind: 'between', ...spanOf(ends, zone) }
}

/** The same question about another range; the resolution follows where that does not allow it. `now` in milliseconds since 1970. */
export function questionOf(range: Question['range'], before: Question, now: number): Pick<Opening, 'asked' | 'adjustedFrom'> {
  const resolution = fittingResolution(timeRangeOf({ range }, now), before.resolution, now)
  return {
    asked: { ...before, range, resolution },
    adjustedFrom: resolution === before.resolution ? null : before.resolution,
  }
}

const named = <Name extends string>(names: readonly Name[], said: string | null) =>
  names.find((name) => name.toLowerCase() === said?.toLowerCase())

/** Total: whatever the address says. What it leaves open is as it always is at first; `usual` is the period of then. */
export function openingOf(place: FilterPlace, zone: string, now: number, usual: PeriodCode = defaultPeriod): Opening {
  const codes = periods.map(({ code }) => code)
  const hasDates = place.from !== null || place.to !== null
  const period = named(codes, place.period) ?? (hasDates && place.period === null ? 'custom' : usual)
  const wanted = named(resolutionNames, place.by)
  const environment = named(environmentNames, place.environment)
  const blank = { kind: 'past', span: spanOfPeriod(usual) ?? 0 } as const
  const known = { range: blank, resolution: wanted ?? 'Minute', environment: environment ?? 'all', zone } as const
  const kept = rangeEndsOf(known, now)
  const ends = hasDates ? { from: endOfAddress(place.from ?? '', zone), to: endOfAddress(place.to ?? '', zone) } : kept
  const choice = { period, ends }
  const { asked, adjustedFrom } = questionOf(rangeOf(choice, zone) ?? blank, known, now)
  const unread = [
    place.period !== null && named(codes, place.period) === undefined ? `period=${place.period}` : null,
    place.by !== null && wanted === undefined ? `by=${place.by}` : null,
    place.environment !== null && environment === undefined ? `environment=${place.environment}` : null,
  ].filter((it) => it !== null)
  // A resolution that nobody named was not wanted.
  return { choice, asked, adjustedFrom: wanted === undefined ? null : adjustedFrom, unread }
}

/** What is as it always is at first is left out. `now` in milliseconds since 1970. */
export function placeOf(
  { period, ends }: Choice,
  { resolution, environment, zone, range }: Question,
  now: number,
  usualPeriod: PeriodCode = defaultPeriod,
): FilterPlace {
  const isCustom = period === 'custom'
  const usual = ruleFor(timeRangeOf({ range }, now), now).default
  return {
    period: period === usualPeriod ? null : period,
    from: isCustom ? endInAddress(ends.from, zone) : null,
    to: isCustom ? endInAddress(ends.to, zone) : null,
    by: resolution === usual ? null : resolution.toLowerCase(),
    environment: environment === 'all' ? null : environment,
  }
}
