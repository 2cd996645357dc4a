/** Times of a clock on the wall in a zone of the IANA database, and the instants that they name: one, two or none where the clocks change. */
const minute = 60_000
const day = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** What the clock shows at an instant, as milliseconds since 1970 if it stood in UTC. */
function wallAt(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, date, hour, minutes, second)
}

/** Milliseconds that the clock is ahead of UTC. */
function offsetAt(instant: number, zone: string): number {
  const whole = Math.floor(instant / 1_000) * 1_000
  return wallAt(whole, zone) - whole
}

/** A time of the clock as fields of forms have it: `2026-11-22T10:30`. */
const written = (wall: number) => new Date(wall).toISOString().slice(0, 16)

/** What the clock shows at an instant, to the minute. */
export const clockAt = (instant: number, zone: string) => written(wallAt(instant, zone))

/** Total: null for what is no time of a calendar, as 30 February. */
export function wallIn(text: string): number | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null
  const [date = '', time = ''] = text.split('T')
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  const wall = Date.UTC(year, month - 1, dayOfMonth, hour, minutes)
  const isReal = new Date(wall).getUTCDate() === dayOfMonth && new Date(wall).getUTCMonth() === month - 1
  return isReal && hour < 24 && minutes < 60 ? wall : null
}

export type Named =
  | { readonly kind: 'once'; readonly at: number }
  /** The clocks go back over it. `offsets` in milliseconds, of the first and of the second. */
  | { readonly kind: 'twice'; readonly at: readonly [number, number]; readonly offsets: readonly [number, number] }
  /** The clocks go forward over it: at the instant `at` from `left` to `met`, both as `10:30`. */
  | { readonly kind: 'never'; readonly at: number; readonly left: string; readonly met: string }

/** Which instants a time of the clock names. */
export function named(wall: number, zone: string): Named {
  // A day and a half to each side: no zone is further from UTC, and where a whole day was left out it is beyond that day.
  const before = offsetAt(wall - 1.5 * day, zone)
  const after = offsetAt(wall + 1.5 * day, zone)
  const offsets = [...new Set([before, after])].filter((offset) => offsetAt(wall - offset, zone) === offset)
  const [first, second] = offsets.map((offset) => ({ at: wall - offset, offset })).sort((one, other) => one.at - other.at)
  if (first === undefined) return between(wall - Math.max(before, after), wall - Math.min(before, after), zone)
  if (second === undefined) return { kind: 'once', at: first.at }
  return { kind: 'twice', at: [first.at, second.at], offsets: [first.offset, second.offset] }
}

/** The change of the clocks after `low` and not after `high`. */
function between(low: number, high: number, zone: string): Named {
  const old = offsetAt(low, zone)
  let [still, changed] = [low, high]
  while (changed - still > minute) {
    const middle = still + Math.floor((changed - still) / minute / 2) * minute
    if (offsetAt(middle, zone) === old) still = middle
    else changed = middle
  }
  return { kind: 'never', at: changed, left: written(changed + old).slice(11), met: clockAt(changed, zone).slice(11) }
}
