/** Minutes, hours, days, weeks and months as they begin in a person's zone. */
import { DateTime, IANAZone } from 'luxon'

import type { Interval } from '#contract/analytics/analytics.ts'

const minute = 60_000
const hour = 60 * minute

const past = (at: number, size: number) => ((at % size) + size) % size
const pastHour = (at: number, zone: IANAZone) => past(at + zone.offset(at) * minute, hour)

/** The last instant at which a clock of the zone showed a full hour. Where a clock is moved by half an hour, an hour lasts longer. */
function hourBegin(at: number, zone: IANAZone): number {
  const begin = at - pastHour(at, zone)
  return begin - pastHour(begin, zone)
}

function nextHour(begin: number, zone: IANAZone): number {
  const next = begin + hour
  const over = pastHour(next, zone)
  return over === 0 ? next : next + hour - over
}

type Calendar = 'day' | 'week' | 'month'

/** A midnight that comes twice begins the day the first time. */
function calendarBegin(at: number, zone: IANAZone, unit: Calendar): number {
  const begin = DateTime.fromMillis(at, { zone }).startOf(unit)
  const before = begin.minus(1)
  const again = before.startOf(unit)
  return again.toISODate() === begin.toISODate() ? again.toMillis() : begin.toMillis()
}

/** The begin of the period in which an instant lies; milliseconds since 1970, as everything here. */
function beginOf(at: number, interval: Interval, zone: IANAZone): number {
  if (interval === 'minute') return at - past(at, minute)
  return interval === 'hour' ? hourBegin(at, zone) : calendarBegin(at, zone, interval)
}

/** The begin of the period after the one that begins at `begin`. */
function nextOf(begin: number, interval: Interval, zone: IANAZone): number {
  if (interval === 'minute') return begin + minute
  if (interval === 'hour') return nextHour(begin, zone)
  return calendarBegin(
    DateTime.fromMillis(begin, { zone })
      .plus({ [interval]: 1 })
      .toMillis(),
    zone,
    interval,
  )
}

/** A period, the end not included, and the part of it that was asked for. */
export type Period = { readonly begin: number; readonly end: number; readonly from: number; readonly to: number }

/** The periods that a span touches, oldest first; the first and the last may lie in it in part. */
export function periodsOf(
  { from, to }: { readonly from: number; readonly to: number },
  interval: Interval,
  zoneName: string,
): Period[] {
  const zone = IANAZone.create(zoneName)
  const periods: Period[] = []
  for (let begin = beginOf(from, interval, zone); begin < to; ) {
    const end = nextOf(begin, interval, zone)
    periods.push({ begin, end, from: Math.max(begin, from), to: Math.min(end, to) })
    begin = end
  }
  return periods
}

/** So many periods that end where the one of an instant begins, oldest first. */
export function periodsBefore(at: number, count: number, interval: Interval, zoneName: string): Period[] {
  const zone = IANAZone.create(zoneName)
  const periods: Period[] = []
  for (let end = beginOf(at, interval, zone); periods.length < count; ) {
    const begin = beginOf(end - 1, interval, zone)
    periods.push({ begin, end, from: begin, to: end })
    end = begin
  }
  return periods.reverse()
}

/** The begins of so many periods from an instant on at which one begins. */
export function beginsFrom(at: number, count: number, interval: Interval, zoneName: string): number[] {
  const zone = IANAZone.create(zoneName)
  const begins = [at]
  while (begins.length < count) begins.push(nextOf(begins.at(-1) ?? at, interval, zone))
  return begins
}
