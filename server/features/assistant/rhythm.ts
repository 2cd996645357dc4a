/** A trigger from a sentence: "every 15 minutes", "every weekday at 9", "nightly at 2 am". What is not said exactly is not guessed. */
import type { Trigger } from '#contract/connectors/config/config.ts'
import { ownOf } from './language/text.ts'

const seconds: Readonly<Record<string, number>> = { minute: 60, hour: 3_600, day: 86_400, week: 604_800 }
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const singular = (word: string) => (word.endsWith('s') ? word.slice(0, -1) : word)

/** Hour and minute of "9", "9:30", "2 am", "2pm"; null where none stands behind "at". */
function timeIn(words: readonly string[]): { readonly hour: number; readonly minute: number } | null {
  const at = words.indexOf('at')
  const found = at === -1 ? null : /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(words[at + 1] ?? '')
  if (!found) return words.includes('midnight') ? { hour: 0, minute: 0 } : null
  const half = found[3] ?? words[at + 2]
  const said = Number(found[1])
  const hour = half === 'pm' && said < 12 ? said + 12 : half === 'am' && said === 12 ? 0 : said
  const minute = Number(found[2] ?? 0)
  return hour < 24 && minute < 60 ? { hour, minute } : null
}

/** Null where the words name no rhythm. @param words in lower case. */
export function triggerIn(words: readonly string[], timeZone: string): Trigger | null {
  const time = timeIn(words)
  const cron = (weekday: string): Trigger | null =>
    time === null ? null : { type: 'schedule', cron: `${time.minute} ${time.hour} * * ${weekday}`, timeZone }
  const at = words.findIndex((word) => word === 'every' || word === 'each')
  const next = at === -1 ? '' : (words[at + 1] ?? '')
  if (/^\d{1,4}$/.test(next)) {
    const unit = ownOf(seconds, singular(words[at + 2] ?? ''))
    return unit === undefined || Number(next) === 0 ? null : { type: 'schedule', everySeconds: Number(next) * unit }
  }
  if (singular(next) === 'weekday') return cron('1-5')
  if (days.includes(singular(next))) return cron(String(days.indexOf(singular(next))))
  if (next === 'hour' || words.includes('hourly')) return { type: 'schedule', everySeconds: 3_600 }
  if (next === 'minute') return { type: 'schedule', everySeconds: 60 }
  const isDaily = ['day', 'night', 'morning', 'evening'].includes(next) || words.includes('daily') || words.includes('nightly')
  if (isDaily) return cron('*') ?? (next === 'day' || words.includes('daily') ? { type: 'schedule', everySeconds: 86_400 } : null)
  if (next === 'week' || words.includes('weekly')) return { type: 'schedule', everySeconds: 604_800 }
  return null
}
