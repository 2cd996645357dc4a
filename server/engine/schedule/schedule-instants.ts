/** When a schedule comes round. Only reckons: whoever asks brings the time, which is that of the database. */
import type { Trigger } from '#contract/connectors/config/config.ts'
import { cronOf, type Rhythm } from '#contract/connectors/config/rhythm.ts'

/** More instants than this are not counted one by one: `missed` says so many then. */
export const missedMax = 1_000
/** Starts of a cron that are looked at: the shortest time between two of them counts. */
const instantsSeen = 60

/** The next instant after a time; null when there is none. `grid`: an instant that a rhythm of seconds is counted from, and the first there is. */
export function nextInstant(rhythm: Rhythm, after: Date, grid: Date = after): Date | null {
  if ('cron' in rhythm) return cronOf(rhythm).nextRun(after)
  const period = rhythm.everySeconds * 1_000
  const passed = Math.floor((after.getTime() - grid.getTime()) / period)
  return new Date(grid.getTime() + Math.max(passed + 1, 0) * period)
}

/** How many instants came after `due` up to now. */
export function instantsSince(rhythm: Rhythm, due: Date, now: Date): number {
  if (!('cron' in rhythm)) return Math.max(0, Math.floor((now.getTime() - due.getTime()) / (rhythm.everySeconds * 1_000)))
  const cron = cronOf(rhythm)
  let count = 0
  for (let at = cron.nextRun(due); at !== null && at <= now && count < missedMax; at = cron.nextRun(at)) count += 1
  return count
}

/** Seconds between the two starts that lie closest together; `Infinity` of what does not start by itself. */
export function shortestPeriod(trigger: Trigger): number {
  if (trigger.type !== 'schedule') return Number.POSITIVE_INFINITY
  if ('everySeconds' in trigger) return trigger.everySeconds
  let shortest = Number.POSITIVE_INFINITY
  let before: Date | null = null
  for (let n = 0, at = nextInstant(trigger, new Date()); n < instantsSeen && at !== null; n += 1, at = nextInstant(trigger, at)) {
    if (before) shortest = Math.min(shortest, (at.getTime() - before.getTime()) / 1_000)
    before = at
  }
  return shortest
}
