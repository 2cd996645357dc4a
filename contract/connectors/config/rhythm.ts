/** When a schedule comes round, by the same rules where it is typed and where it runs. Only reckons: whoever asks brings the time. */
import { Cron } from 'croner'
import type { FieldProblem } from '../../kit/problem.ts'
import { isZone } from '../../kit/zone.ts'
import type { Trigger } from './config.ts'

/** The trigger of a version that runs by itself at set times. */
export type Rhythm = Extract<Trigger, { readonly type: 'schedule' }>
type ByClock = Extract<Rhythm, { readonly cron: string }>

const usualZone = 'UTC'

export const cronOf = ({ cron, timeZone = usualZone }: ByClock): Cron =>
  new Cron(cron, { paused: true, mode: '5-or-6-parts', timezone: timeZone })

/** What is wrong with a schedule; paths are JSON pointers into the trigger. */
export function checkRhythm(rhythm: Rhythm): FieldProblem[] {
  if (!('cron' in rhythm)) return []
  const { cron, timeZone = usualZone } = rhythm
  if (!isZone(timeZone)) {
    return [{ path: '/timeZone', message: `${timeZone} is not a time zone. Enter one such as Europe/Berlin or UTC` }]
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

/** The next starts after a time, at most `count`; none of a schedule that cannot be used. */
export function nextStarts(rhythm: Rhythm, after: Date, count: number): readonly Date[] {
  if ('cron' in rhythm) return checkRhythm(rhythm).length > 0 ? [] : cronOf(rhythm).nextRuns(count, after)
  const period = rhythm.everySeconds * 1_000
  return period > 0 ? Array.from({ length: count }, (_, at) => new Date(after.getTime() + (at + 1) * period)) : []
}

/** Whether an expression ever comes round does not depend on the day. */
const someTime = new Date(0)
