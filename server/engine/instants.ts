/** When a schedule comes round. Only reckons: whoever asks brings the time, which is that of the database. */
import { Cron } from 'croner'

import type { FieldProblem } from '../../contract/problem.ts'
import type { Rhythm } from '../store/schedules.ts'

/** More instants than this are not counted one by one: `missed` says so many then. */
export const missedMax = 1_000
const usualZone = 'UTC'

/** The next instant after a time; null when there is none. `grid`: an instant that a rhythm of seconds is counted from. */
export function nextInstant(rhythm: Rhythm, after: Date, grid: Date = after): Date | null {
  if ('cron' in rhythm) return cronOf(rhythm).nextRun(after)
  const period = rhythm.everySeconds * 1_000
  const passed = Math.floor((after.getTime() - grid.getTime()) / period)
  return new Date(grid.getTime() + (Math.max(passed, 0) + 1) * period)
}

/** How many instants came after `due` up to now. */
export function instantsSince(rhythm: Rhythm, due: Date, now: Date): number {
  if (!('cron' in rhythm)) return Math.max(0, Math.floor((now.getTime() - due.getTime()) / (rhythm.everySeconds * 1_000)))
  const cron = cronOf(rhythm)
  let count = 0
  for (let at = cron.nextRun(due); at !== null && at <= now && count < missedMax; at = cron.nextRun(at)) count += 1
  return count
}

/** What is wrong with a schedule; paths are JSON pointers into the trigger. */
export function checkRhythm(rhythm: Rhythm): FieldProblem[] {
  if (!('cron' in rhythm)) return []
  const { cron, timeZone = usualZone } = rhythm
  if (!isZone(timeZone)) {
    return [{ path: '/timeZone', message: `${timeZone} is no time zone; write one like Europe/Berlin or UTC` }]
  }
  const refused = (why: string) => [{ path: '/cron', message: `The cron expression cannot be used: ${why}` }]
  const parts = cron.trim().split(/\s+/)
  // The library would also take a date, and run once.
  if (!cron.trim().startsWith('@') && parts.length !== 5 && parts.length !== 6) {
    return refused('it needs 5 parts (minute, hour, day, month, weekday), or 6 with the second first')
  }
  try {
    return cronOf(rhythm).nextRun(someTime) === null ? refused('it never comes round') : []
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown)
    return refused(said.replace(/^CronPattern: /, '').replace(/\.$/, ''))
  }
}

/** Whether an expression ever comes round does not depend on the day. */
const someTime = new Date(0)

const cronOf = ({ cron, timeZone = usualZone }: Extract<Rhythm, { readonly cron: string }>) =>
  new Cron(cron, { paused: true, mode: '5-or-6-parts', timezone: timeZone })

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
