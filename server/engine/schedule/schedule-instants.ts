/** When a schedule comes round. Only reckons: whoever asks brings the time, which is that of the database. */
import { cronOf, type Rhythm } from '#contract/connectors/config/rhythm.ts'

/** More instants than this are not counted one by one: `missed` says so many then. */
export const missedMax = 1_000

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
