/** The time that a question is about, checked, and widened to the sums that are kept. All instants are milliseconds since 1970. */
import type { Interval } from '#contract/analytics/analytics.ts'
import { refusal } from '#contract/kit/problem.ts'
import { rangeMax, ruleFor } from '#contract/kit/time-range.ts'
import { isZone } from '#contract/kit/zone.ts'
import { finestPrecision, precisionEdge, type Span } from './ledger-sums.repository.ts'

const minute = 60_000

const wrong = (path: string, message: string) => ({ message, errors: [{ path, message }] })

/** @throws as `checkEnds`, but for `analytics/range-empty`. */
function ordered(startDate: string, endDate: string, part: string): Span {
  const [from, to] = [Date.parse(startDate), Date.parse(endDate)]
  for (const [name, at] of Object.entries({ startDate: from, endDate: to }))
    if (!Number.isFinite(at)) throw refusal('request/malformed', wrong(`${part}/${name}`, `${name} is not a valid time.`))
  if (from > to) throw refusal('analytics/range-reversed', wrong(`${part}/endDate`, 'Choose an end after the start.'))
  if (to - from > rangeMax)
    throw refusal('analytics/range-too-long', wrong(`${part}/startDate`, 'Choose a range of ten years or less.'))
  return { from, to }
}

/** @throws as `checkEnds`. */
function checked(startDate: string, endDate: string, part: string): Span {
  const span = ordered(startDate, endDate, part)
  if (span.from === span.to) throw refusal('analytics/range-empty', wrong(`${part}/endDate`, 'Choose an end after the start.'))
  return span
}

type Ends = { readonly startDate?: string | undefined; readonly endDate?: string | undefined }

/**
 * The time of a list, each end of which may be open.
 * @param part of the request, e.g. `/query`, for the places of errors.
 * @param isEndIncluded whether a time that ends when it begins holds anything.
 * @throws `analytics/range-reversed`, `-too-long`, `-empty`, or `request/malformed` where an instant is none (a leap second).
 */
export function checkEnds({ startDate, endDate }: Ends, part: string, isEndIncluded = true): void {
  if (startDate === undefined || endDate === undefined) return
  if (isEndIncluded) ordered(startDate, endDate, part)
  else checked(startDate, endDate, part)
}

/** The begin of the first sum that the span touches, and the end of the last. */
function widened({ from, to }: Span, now: number): Span {
  const size = finestPrecision(to, now) * minute
  return { from: precisionEdge(from, now), to: Math.ceil(to / size) * size }
}

/** Between which edges sums are kept. @throws as `checked`. */
export const spanOf = (startDate: string, endDate: string, part: string, now: number): Span =>
  widened(checked(startDate, endDate, part), now)

/** Of the time before: as long, or longer where only wider sums are kept. */
export const spanBefore = ({ from, to }: Span, now: number): Span => ({ from: precisionEdge(from - (to - from), now), to: from })

export type Wanted = {
  readonly startDate: string
  readonly endDate: string
  readonly interval?: Interval | undefined
  readonly zone?: string | undefined
}

/**
 * The time and how finely it is told: by the day when nothing else is asked for, and by what is usual for the time where it is not told by the day.
 * @throws as `checked`, and `analytics/interval-not-allowed` with the allowed ones, `analytics/zone-unknown`.
 */
export function rangeOf({ startDate, endDate, interval: wanted, zone = 'UTC' }: Wanted, now: number) {
  const asked = checked(startDate, endDate, '')
  if (!isZone(zone)) throw refusal('analytics/zone-unknown', wrong('/zone', `The time zone ${zone} is unknown.`))
  const rule = ruleFor(asked, now)
  const allowed = rule.allowed.map((name) => name.toLowerCase() as Interval)
  const interval = wanted ?? (allowed.includes('day') ? 'day' : (rule.default.toLowerCase() as Interval))
  if (!allowed.includes(interval)) {
    const why =
      rule.name === 'hoursLongAgo' && interval === 'minute'
        ? 'Figures by minute are no longer stored for this range'
        : `Figures by ${interval} don't fit the length of this range`
    throw refusal('analytics/interval-not-allowed', {
      ...wrong('/interval', `${why}. Available: ${allowed.join(', ')}.`),
      allowed,
    })
  }
  return { span: widened(asked, now), interval, zone }
}
