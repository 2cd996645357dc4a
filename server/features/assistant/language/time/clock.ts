/** Times of the day that a question names: "between 8 and 9", "since noon", "yesterday evening", "after 3 pm". */
import { DateTime } from 'luxon'
import { endOf, type When } from './times.ts'

/** Hours from the begin of the day; the end may be on the day after. `label` stands before the day. */
export type Clock = {
  readonly from: number
  readonly to: number
  readonly label: string
  /** "Since noon" goes on until now, and not until midnight of its day. */
  readonly isOpen: boolean
  /** The day is part of it: "last night", "tonight". */
  readonly isOwnDay: boolean
}

const named: Readonly<Record<string, number>> = { noon: 12, midday: 12, lunch: 12, lunchtime: 12, midnight: 0 }
const parts: Readonly<Record<string, readonly [from: number, to: number]>> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [18, 24],
}

type Hour = { readonly hour: number; readonly length: number; readonly isMarked: boolean }

/** "9", "9:30", "9am", "9 am", "noon"; null where it is no time of a day. */
function hourAt(words: readonly string[], at: number): Hour | null {
  const word = words[at] ?? ''
  if (Object.hasOwn(named, word)) return { hour: named[word] ?? 0, length: 1, isMarked: true }
  const [, hours, minutes, half] = /^(\d{1,2})(?::([0-5]\d))?(am|pm)?$/.exec(word) ?? []
  if (hours === undefined) return null
  const next = words[at + 1] ?? ''
  const behind = /^(?:am|pm|o'clock|oclock)$/.test(next) ? next : undefined
  const mark = half ?? behind
  const count = Number(hours)
  if (count > 24 || ((mark === 'am' || mark === 'pm') && (count > 12 || count === 0))) return null
  const hour = mark === 'pm' ? (count % 12) + 12 : mark === 'am' ? count % 12 : count
  return {
    hour: hour + Number(minutes ?? 0) / 60,
    length: behind === undefined ? 1 : 2,
    isMarked: minutes !== undefined || mark !== undefined,
  }
}

const two = (count: number) => String(count).padStart(2, '0')
const clockText = (hour: number) => `${two(Math.floor(hour))}:${two(Math.round((hour % 1) * 60))}`

/** A bare number is a time of the day only where nothing is counted behind it: "since 9", not "after 3 tries". */
const endsHour = new Set('today yesterday this on in of and or did do was were is how what which for last'.split(' '))

function bareHour(words: readonly string[], at: number): Hour | null {
  const found = hourAt(words, at)
  if (found === null || found.isMarked) return found
  const next = words[at + found.length]
  return next === undefined || endsHour.has(next) ? found : null
}

/** The time of the day that the words name; null where they name none. @param words in lower case. */
export function clockIn(words: readonly string[]): Clock | null {
  for (const [at, word] of words.entries()) {
    if (word === 'between' || word === 'from') {
      const first = hourAt(words, at + 1)
      const link = first === null ? '' : (words[at + 1 + first.length] ?? '')
      const second = first === null || !/^(?:and|to|until|till)$/.test(link) ? null : hourAt(words, at + 2 + first.length)
      if (first !== null && second !== null) return betweenHours(first, second)
    }
    if (word === 'since' || word === 'after') {
      const found = bareHour(words, words[at + 1] === 'about' ? at + 2 : at + 1)
      if (found !== null)
        return { from: found.hour, to: 24, label: `since ${clockText(found.hour)}`, isOpen: true, isOwnDay: false }
    }
    if (word === 'before' || word === 'until' || word === 'till') {
      const found = bareHour(words, at + 1)
      if (found !== null)
        return { from: 0, to: found.hour, label: `before ${clockText(found.hour)}`, isOpen: false, isOwnDay: false }
    }
    if (word === 'at' || word === 'around') {
      const found = hourAt(words, at + 1)
      if (found?.isMarked && words[at + 1] !== 'lunch') return hourOf(found.hour)
    }
    if (word === 'overnight' || ((word === 'night' || word === 'nite') && words[at - 1] === 'last'))
      return { from: -6, to: 6, label: 'last night', isOpen: false, isOwnDay: true }
    if (word === 'tonight') return { from: 18, to: 30, label: 'tonight', isOpen: false, isOwnDay: true }
    const part = Object.hasOwn(parts, word) ? parts[word] : undefined
    if (part && !/^(?:good|every|each|per)$/.test(words[at - 1] ?? ''))
      return { from: part[0], to: part[1], label: word, isOpen: false, isOwnDay: false }
  }
  return null
}

/** "Between 2 and 5 pm": the half of the day is said of both. */
function betweenHours(first: Hour, second: Hour): Clock {
  const from =
    !first.isMarked && second.isMarked && second.hour > 12 && first.hour + 12 < second.hour ? first.hour + 12 : first.hour
  const to = second.hour <= from ? second.hour + 24 : second.hour
  const label = `between ${clockText(from)} and ${clockText(second.hour)}`
  return { from, to, label, isOpen: false, isOwnDay: false }
}

/** "At 9:30" is looked at as the hour that begins then. */
const hourOf = (hour: number): Clock => ({
  ...{ from: hour, to: hour + 1, isOpen: false, isOwnDay: false },
  label: `between ${clockText(hour)} and ${clockText((hour + 1) % 24)}`,
})

const day = 86_400_000

/** A time of the day on the day that is named, or on the newest day on which it has begun. */
export function onDayOf(clock: Clock, named: When | null, zone: string, now: number): When | null {
  const today = DateTime.fromMillis(now, { zone }).startOf('day')
  const isDay = named !== null && named.to - named.from <= day + 3_600_000
  if (named !== null && !isDay) return null
  const at = (begin: DateTime, hours: number) =>
    begin
      .plus({ days: Math.floor(hours / 24) })
      .set({
        hour: Math.floor(((hours % 24) + 24) % 24),
        minute: Math.round((hours % 1) * 60),
      })
      .toMillis()
  const asked = named === null || clock.isOwnDay ? today : DateTime.fromMillis(named.from, { zone }).startOf('day')
  const isAhead = at(asked, clock.from) > now
  const isNight = clock.label === 'tonight'
  // Before six the night is the one that goes on.
  const begin =
    isNight && now < at(today, 6)
      ? today.minus({ days: 1 })
      : isAhead && named === null && !isNight
        ? asked.minus({ days: 1 })
        : asked
  const isToday = begin.hasSame(today, 'day')
  const end = clock.isOpen && (isToday || named === null) ? endOf(now) : at(begin, clock.to)
  const dayText = named !== null && !clock.isOwnDay ? named.label : isToday ? 'today' : 'yesterday'
  const label = clock.isOwnDay
    ? clock.label
    : Object.hasOwn(parts, clock.label)
      ? partText(clock.label, dayText)
      : `${clock.label} ${dayText}`
  const to = isNight ? end : Math.min(end, endOf(now))
  return { from: at(begin, clock.from), to: Math.max(to, at(begin, clock.from)), label, period: null, isNamed: true }
}

const partText = (part: string, dayText: string) => (dayText === 'today' ? `this ${part}` : `${dayText}, in the ${part}`)
