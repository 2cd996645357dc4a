/** Numbers, sizes and times in words. Times stand in the person's zone. */

const count = new Intl.NumberFormat('en')
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const year = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

/** 12,345 */
export const number = (value: number) => count.format(value)

/** "1 record", "2 records" */
export const several = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`

/** Bytes as "812 B", "1.5 kB", "3.0 MB". */
export function bytes(value: number): string {
  if (value < 1_000) return `${value} B`
  return value < 1_000_000 ? `${(value / 1_000).toFixed(1)} kB` : `${(value / 1_000_000).toFixed(1)} MB`
}

/** Milliseconds as "under 1 ms", "12 ms", "1.5 s", "3 min 20 s", "2 h 5 min"; null is what was never measured. */
export function duration(ms: number | null): string {
  if (ms === null) return 'not recorded'
  if (ms === 0) return 'under 1 ms'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Milliseconds since something, in whole steps: "12 s", "3 min", "2 h", "5 days". */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h` : several(Math.floor(seconds / 86_400), 'day')
}

/** A moment as short as it stays clear: today by the clock, this year by day and month. */
export function moment(instant: Date, now: Date): string {
  if (instant.toDateString() === now.toDateString()) return clock.format(instant)
  return instant.getFullYear() === now.getFullYear() ? day.format(instant) : year.format(instant)
}

/** A moment in full, zone included. */
export const exactMoment = (instant: Date) => exact.format(instant)
