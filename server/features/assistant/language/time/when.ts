/** The time that a question names, and the two that it compares, in the zone of the person who asks. */
import { clockIn, onDayOf } from './clock.ts'
import { rangesIn } from './dates.ts'
import { calendar, endOf, past, type When } from './times.ts'

export type { When } from './times.ts'

/** What is taken where no time is named. */
export const usually = (now: number): When => ({ ...past(24, 'hour', now, false), period: '1d' })

/** Where a course is asked for and no time is named. */
export const lately = (now: number): When => past(7, 'day', now, false)

type Compared = {
  readonly current: When
  readonly before: When
  /** The earlier one is cut to as much as has passed of the current one. */
  readonly isSoFar: boolean
}

const runningUnits = ['week', 'month', 'quarter', 'year'] as const

/** "This week compared with last week": this one so far, and the one before up to the same time; else two times as they are named. Null where the words name no two. */
export function comparedIn(words: readonly string[], zone: string, now: number): Compared | null {
  const named = rangesIn(words, zone, now)
  const clock = clockIn(words)
  const ofDays = named.map(({ when }) => (clock === null ? when : (onDayOf(clock, when, zone, now) ?? when)))
  const [first, second] = ofDays.length === 1 && /^this /.test(namedIn(words, zone, now)?.label ?? '') ? [] : ofDays
  const here =
    first !== undefined && second === undefined && words.includes('this') && clock !== null
      ? onDayOf(clock, null, zone, now)
      : null
  const isTimeBefore =
    first !== undefined &&
    second === undefined &&
    words.some(
      (word, at) =>
        word === 'before' &&
        !/^(?:yesterday|last)$/.test(words[at + 1] ?? '') &&
        /^(?:hour|day|week|month|period|time|minute|one|night|morning)s?$/.test(words[at - 1] ?? ''),
    )
  if (isTimeBefore) return { current: first, before: timeBefore(first), isSoFar: false }
  const isThan = first !== undefined && second === undefined && here === null && words.includes('than')
  if (isThan)
    return comparedIn(
      [...words, first.label === 'yesterday' ? 'today' : 'this', first.label.replace('last ', '')].filter(
        (word) => word !== 'than',
      ),
      zone,
      now,
    )
  const [one, other] = here === null ? [first, second] : [here, first]
  if (one === undefined || other === undefined || (one.from === other.from && one.to === other.to)) return null
  const [before, current] = one.from < other.from ? [one, other] : [other, one]
  const labels = new Set([before.label, current.label])
  if (labels.has('today') && labels.has('yesterday')) return soFar('day', zone, now, ['today', 'yesterday'])
  const unit = runningUnits.find((it) => labels.has(`this ${it}`) && labels.has(`last ${it}`))
  return unit === undefined ? { current, before, isSoFar: false } : soFar(unit, zone, now, [`this ${unit}`, `last ${unit}`])
}

/** As long, and right before. */
const timeBefore = ({ from, to }: When): When => ({
  from: from - (to - from),
  to: from,
  label: 'the time before',
  period: null,
  isNamed: true,
})

function soFar(
  unit: 'day' | (typeof runningUnits)[number],
  zone: string,
  now: number,
  labels: readonly [string, string],
): Compared {
  const current = calendar(unit, 0, zone, now, labels[0])
  const before = calendar(unit, 1, zone, now, labels[1])
  return { current, before: { ...before, to: Math.min(before.to, before.from + current.to - current.from) }, isSoFar: true }
}

const timeWords = new Set(
  `second seconds minute minutes min mins hour hours hr hrs day days week weeks fortnight month months quarter quarters year years today yesterday tomorrow
   tonight morning afternoon evening night overnight noon midnight weekend weekday weekdays monday tuesday wednesday thursday friday saturday sunday
   january february march april may june july august september october november december now currently ago past previous since utc`.split(
    /\s+/,
  ),
)
/** Whether a word is one of those that name a time. */
export const namesTime = (word: string): boolean => timeWords.has(word)

/** Whether the words name a time that `namedIn` does not know: what is counted then is of another one. */
export const namesUnknownTime = (words: readonly string[]): boolean => words.some((word) => unknownTimes.has(word))
const unknownTimes = new Set('easter christmas spring summer autumn winter decade century'.split(' '))

/** Whether the words name a time that is still to come: a deed that is asked for then cannot be done at once. */
export const namesLater = (words: readonly string[]): boolean =>
  clockIn(words) !== null || namesFuture(words) || words.includes('later') || words.includes('until') || words.includes('till')

const spans =
  /^(?:minute|hour|day|week|weekend|month|night|holiday|moment|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?$/
/** "For the weekend", "on Monday", "every day": a deed that is asked for then, or for so long. */
export const namesSpan = (words: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      /^(?:for|over|on|during|every|next|at|before|after)$/.test(word) &&
      words.slice(at + 1, at + 4).some((next) => spans.test(next)) &&
      !words.slice(at + 1, at + 4).includes('moment'),
  )

/** Whether the words name a day that has not begun. */
export const namesFuture = (words: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      word === 'tomorrow' || (word === 'next' && /^(?:day|week|month|quarter|year|hour)s?$/.test(words[at + 1] ?? '')),
  )

/** The range that the words name; null where they name none. @param words in lower case. */
export function namedIn(words: readonly string[], zone: string, now: number): When | null {
  const [first] = rangesIn(words, zone, now)
  const clock = clockIn(words)
  const ofDay = clock === null ? null : onDayOf(clock, first?.when ?? null, zone, now)
  const since = words.indexOf('since')
  const isSince =
    since !== -1 && partsOfDay.has(words[since + 1] === 'this' ? (words[since + 2] ?? '') : (words[since + 1] ?? ''))
  if (ofDay !== null && isSince && !ofDay.label.startsWith('since'))
    return { ...ofDay, to: endOf(now), label: `since ${ofDay.label}`, period: null }
  return ofDay ?? first?.when ?? null
}
/** "Since this morning", "since noon": until now. */
const partsOfDay = new Set('morning noon midday afternoon evening midnight'.split(' '))

/** A time of the day that is named beside a time longer than a day, as it is said. Null where there is none. */
export function unappliedClock(words: readonly string[], zone: string, now: number): string | null {
  const clock = clockIn(words)
  const [first] = rangesIn(words, zone, now)
  return clock === null || first === undefined || onDayOf(clock, first.when, zone, now) !== null ? null : clock.label
}

/** What of an address names the range. */
export const inAddress = ({ period, from, to }: When): string =>
  period === null ? `period=custom&from=${address(from)}&to=${address(to)}` : `period=${period}`

const address = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`
