/** Whether a cursor value is a time that has not come yet: it must not move a cursor past what comes before it. Pure. */

/** Milliseconds that a time without a zone may lie ahead of the clock, for it may be that of any zone. */
const zonelessMax = 86_400_000
/** The same of a time that names its zone, for clocks that differ. */
const zonedMax = 60_000
/** The same of a number: a cursor of numbers looks back by 1,000 units, which may be as little as this. */
const numberMax = 1_000

/** Names of fields and columns whose numbers are times; any other number is one. */
const wordOfTime = /time|date|stamp|updated|modified|created|changed/i
const endOfTime = /(?:^|[._-])(?:at|ts|on)$|[a-z](?:At|Ts|On)$/
/** `candidate_id` and `updateId` name things. */
const endOfId = /(?:^|[._-])(?:id|no|nr|num|number|count|seq|version|revision|key)$/i
const endOfIdInCamels = /[a-z](?:Id|ID|No|Nr|Num|Number|Count|Seq|Version|Revision|Key)$/
const namesTime = (name: string) =>
  (wordOfTime.test(name) || endOfTime.test(name)) && !endOfId.test(name) && !endOfIdInCamels.test(name)

/** A time that is written as a number, year first: 20261125191500, also with milliseconds. It counts no units since 1970. */
const calendar = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:\d{3})?$/
const calendarDay = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** Sizes of numbers that are times of our days: seconds, milliseconds, microseconds or nanoseconds since 1970. Each begins in 1973. */
const units = [
  { from: 1e8, perMillisecond: 1e-3 },
  { from: 1e11, perMillisecond: 1 },
  { from: 1e14, perMillisecond: 1e3 },
  { from: 1e17, perMillisecond: 1e6 },
] as const
const unitOf = (value: number) => units.findLast(({ from }) => value >= from) ?? null

/** How many units of a number are a second, where the number is a time since 1970 by its size and the name of its field; null of others. */
export function unitsPerSecond(value: number, name: string): number | null {
  const own = unitOf(value)
  return own === null || !namesTime(name) || calendar.test(String(value)) ? null : own.perMillisecond * 1_000
}

/** Whether a number is a time whose digits are a year, a month and so on, or only a day. */
export const isCalendarNumber = (digits: string, name: string): boolean =>
  namesTime(name) && (calendar.test(digits) || calendarDay.test(digits))

/**
 * @param reference another value of the same kind that is no later than now. A number of seconds far ahead looks like one of milliseconds long ago: the
 * others tell.
 */
export function isNumberAhead(value: number, name: string, reference: number | null, now: number): boolean {
  const own = unitOf(value)
  if (own === null || !namesTime(name) || calendar.test(String(value))) return false
  const latest = now + numberMax
  const usual = reference === null ? null : unitOf(reference)
  // Where those before it are ahead too, the numbers are no times.
  if (usual !== null && reference !== null && reference / usual.perMillisecond > latest) return false
  if (value / own.perMillisecond > latest) return true
  return usual !== null && value / usual.perMillisecond > latest
}

/** How far ahead of the clock a time may lie, in milliseconds. */
export const aheadMax = (isZoned: boolean): number => (isZoned ? zonedMax : zonelessMax)
