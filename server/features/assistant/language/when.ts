/** Ranges of time that a question names, in the zone of the person who asks. */
import { DateTime, type DateTimeUnit } from 'luxon'
import { type PeriodCode, periods } from '#contract/kit/time-range.ts'
import { ownOf } from './text.ts'

/** Milliseconds since 1970; the end is not included. `label` goes behind "in" or stands alone: "today", "the past 7 days". */
export type When = {
  readonly from: number
  readonly to: number
  readonly label: string
  /** The preset that it is, where it is one. */
  readonly period: PeriodCode | null
  /** Whether it was named in the question, and not chosen for want of a better one. */
  readonly isNamed: boolean
}

const minute = 60_000
const units: Readonly<Record<string, number>> = {
  minute,
  min: minute,
  hour: 60 * minute,
  hr: 60 * minute,
  day: 1_440 * minute,
  week: 7 * 1_440 * minute,
  month: 30 * 1_440 * minute,
  year: 365 * 1_440 * minute,
}
const numbers: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, couple: 2, three: 3, few: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ twelve: 12, fourteen: 14, twenty: 20, thirty: 30 },
}
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const months = 'january february march april may june july august september october november december'.split(' ')
const longest = 3_650 * 1_440 * minute

/** The minute that is not over counts. */
const endOf = (now: number) => Math.floor(now / minute) * minute + minute

function past(count: number, unit: string, now: number, isNamed = true): When {
  const span = Math.min(longest, count * (units[unit] ?? units['day'] ?? 0))
  const to = endOf(now)
  const period = periods.find((it) => it.span === span)?.code ?? null
  const name = unit === 'min' ? 'minute' : unit === 'hr' ? 'hour' : unit
  const label = count === 1 ? `the past ${name}` : `the past ${count} ${name}s`
  return { from: to - span, to, label, period, isNamed }
}

/** What is taken where no time is named. */
export const usually = (now: number): When => ({ ...past(24, 'hour', now, false), period: '1d' })

/** Where a course is asked for and no time is named. */
export const lately = (now: number): When => past(7, 'day', now, false)

type Compared = { readonly current: When; readonly before: When }

/** "This week compared with last week": this one so far, and the one before up to the same time. Null where the words name none. */
export function comparedIn(words: readonly string[], zone: string, now: number): Compared | null {
  const has = (one: string, next: string) => words.some((word, at) => word === one && words[at + 1] === next)
  if (words.includes('today') && words.includes('yesterday')) return soFar('day', zone, now, ['today', 'yesterday'])
  const unit = (['week', 'month', 'year'] as const).find((it) => has('this', it) && (has('last', it) || has('previous', it)))
  return unit === undefined ? null : soFar(unit, zone, now, [`this ${unit}`, `last ${unit}`])
}

function soFar(unit: 'day' | 'week' | 'month' | 'year', zone: string, now: number, labels: readonly [string, string]): Compared {
  const current = calendar(unit, 0, zone, now, labels[0])
  const before = calendar(unit, 1, zone, now, labels[1])
  return { current, before: { ...before, to: Math.min(before.to, before.from + current.to - current.from) } }
}

function calendar(unit: DateTimeUnit, back: number, zone: string, now: number, label: string): When {
  const begin = DateTime.fromMillis(now, { zone }).startOf(unit)
  const from = begin.minus({ [unit]: back })
  const to = back === 0 ? endOf(now) : from.plus({ [unit]: 1 }).toMillis()
  return { from: from.toMillis(), to, label, period: null, isNamed: true }
}

function sinceWeekday(name: string, zone: string, now: number): When {
  const day = DateTime.fromMillis(now, { zone }).startOf('day')
  const back = (day.weekday - 1 - weekdays.indexOf(name) + 7) % 7
  const label = `since ${named(name)}`
  return { from: day.minus({ days: back }).toMillis(), to: endOf(now), label, period: null, isNamed: true }
}

const named = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

/** The newest day of that name that has begun; "last Monday" is not today. */
function onWeekday(name: string, isLast: boolean, zone: string, now: number): When {
  const day = DateTime.fromMillis(now, { zone }).startOf('day')
  const back = (day.weekday - 1 - weekdays.indexOf(name) + 7) % 7
  return { ...calendar('day', isLast && back === 0 ? 7 : back, zone, now, ''), label: `on ${named(name)}` }
}

/** The newest month of that name that has begun. */
function inMonth(name: string, zone: string, now: number): When {
  const back = (DateTime.fromMillis(now, { zone }).month - 1 - months.indexOf(name) + 12) % 12
  return calendar('month', back, zone, now, `in ${named(name)}`)
}

/** The newest Saturday and Sunday that have begun. */
function weekend(zone: string, now: number): When {
  const saturday = onWeekday('saturday', false, zone, now)
  const to = Math.min(DateTime.fromMillis(saturday.from, { zone }).plus({ days: 2 }).toMillis(), endOf(now))
  return { ...saturday, to, label: 'over the weekend' }
}

/** Whether the words name a time that `namedIn` does not know: what is counted then is of another one. */
export const namesUnknownTime = (words: readonly string[]): boolean => words.some((word) => unknownTimes.has(word))
const unknownTimes = new Set(
  'quarter q1 q2 q3 q4 easter christmas spring summer autumn winter fortnight decade century'.split(' '),
)

const clock = /^(?:[01]?\d|2[0-4])(?::[0-5]\d)?(?:am|pm)?$/
const isClock = (word = '') => clock.test(word) && /[:m]/.test(word)

/** Times of the day in the words, as they are said: "between 9 and 12", "at 10pm". Null where they name none. */
export function timeOfDayIn(words: readonly string[]): string | null {
  for (const [at, word] of words.entries()) {
    const [first = '', link = '', second = ''] = words.slice(at + 1, at + 4)
    const isRange = (word === 'between' && link === 'and') || (word === 'from' && /^(?:to|until|till)$/.test(link))
    if (isRange && clock.test(first) && clock.test(second)) return [word, first, link, second].join(' ')
    if (isClock(word))
      return /^(?:at|after|before|since|until|till|by)$/.test(words[at - 1] ?? '') ? `${words[at - 1]} ${word}` : word
  }
  return null
}

/** Whether the words name a time that is still to come: a deed that is asked for then cannot be done at once. */
export const namesLater = (words: readonly string[]): boolean =>
  timeOfDayIn(words) !== null || words.some((word) => /^(?:tonight|tomorrow|later)$/.test(word))

function partOfDay(from: number, to: number, zone: string, now: number, label: string): When {
  const day = DateTime.fromMillis(now, { zone }).startOf('day')
  const end = Math.min(day.plus({ hours: to }).toMillis(), endOf(now))
  return { from: day.plus({ hours: from }).toMillis(), to: end, label, period: null, isNamed: true }
}

const singular = (word: string) => (word.endsWith('s') && word.slice(0, -1) in units ? word.slice(0, -1) : word)

/** The first range that the words name; null where they name none. @param words in lower case. */
export function namedIn(words: readonly string[], zone: string, now: number): When | null {
  for (const [at, word] of words.entries()) {
    const [before = '', next = '', after = ''] = [words[at - 1] ?? '', words[at + 1] ?? '', words[at + 2] ?? '']
    if (word === 'today') return calendar('day', 0, zone, now, 'today')
    if (word === 'yesterday') {
      if (words[at - 1] === 'since') return { ...calendar('day', 1, zone, now, 'since yesterday'), to: endOf(now) }
      return calendar('day', 1, zone, now, 'yesterday')
    }
    if (word === 'since' && weekdays.includes(next)) return sinceWeekday(next, zone, now)
    if (weekdays.includes(word) && before !== 'every' && before !== 'each') return onWeekday(word, before === 'last', zone, now)
    if (word === 'in' && months.includes(next)) return inMonth(next, zone, now)
    if (word === 'weekend' && before !== 'since') return weekend(zone, now)
    if (word === 'this' && (next === 'week' || next === 'month' || next === 'year'))
      return calendar(next, 0, zone, now, `this ${next}`)
    if (word === 'this' && next === 'morning') return partOfDay(0, 12, zone, now, 'this morning')
    if (word === 'tonight' || (word === 'last' && next === 'night')) return partOfDay(-6, 6, zone, now, 'last night')
    if (word === 'last' && (next === 'week' || next === 'month' || next === 'year'))
      return calendar(next, 1, zone, now, `last ${next}`)
    if (/^(past|last|previous|recent)$/.test(word)) {
      const count = /^\d{1,4}$/.test(next) ? Number(next) : ownOf(numbers, next)
      if (count !== undefined && count > 0 && Object.hasOwn(units, singular(after))) return past(count, singular(after), now)
      if (Object.hasOwn(units, singular(next))) return past(1, singular(next), now)
    }
    if (/^\d{1,4}(h|d)$/.test(word)) return past(Number.parseInt(word, 10), word.endsWith('h') ? 'hour' : 'day', now)
  }
  return null
}

/** What of an address names the range. */
export const inAddress = ({ period, from, to }: When): string =>
  period === null ? `period=custom&from=${address(from)}&to=${address(to)}` : `period=${period}`

const address = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`
