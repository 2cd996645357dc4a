/**
 * What is wrong with a schedule, without the parser of cron expressions where it is not needed: a time on days of the week in a known zone is always
 * right. The parser weighs more than everything else of a draft, and is loaded with the first expression that says more.
 */
import type { checkRhythm } from '#contract/connectors/config/rhythm.ts'
import { isZone } from '#contract/kit/zone.ts'
import { type ByClock, dailyTimeOf } from './daily-time.ts'

let check: typeof checkRhythm | null = null

/** Called by whatever loads the parser. */
export const provideScheduleCheck = (loaded: typeof checkRhythm) => {
  check = loaded
}

/** Without the parser nothing is known of an expression: the server has the last word. */
export function scheduleFaults(schedule: ByClock): ReturnType<typeof checkRhythm> {
  if (dailyTimeOf(schedule.cron) !== null && isZone(schedule.timeZone ?? 'UTC')) return []
  return check?.(schedule) ?? []
}
