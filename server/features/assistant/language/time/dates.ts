/** Days, weeks, months and quarters that a question names: "yesterday", "on 12 November", "three days ago", "Q3", "since Monday". */
import { DateTime } from 'luxon'
import { calendar, endOf, numberOf, past, unitAt, unitOf, type When } from './times.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const months = 'january february march april may june july august september october november december'.split(' ')
const shortMonths = months.map((name) => name.slice(0, 3))
/** Behind these "may" and "march" are months. */
const beforeMonths = new Set('in of since during for last this throughout and vs versus with to than from'.split(' '))
const calendarUnits = ['week', 'month', 'quarter', 'year'] as const
type CalendarUnit = (typeof calendarUnits)[number]
const isCalendarUnit = (word: string): word is CalendarUnit => (calendarUnits as readonly string[]).includes(word)

type Moment = { readonly zone: string; readonly now: number }
/** A range and how many words name it. */
type Found = { readonly when: When; readonly length: number }

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`
const plain = (word: string) => word.replace(/'s$/, '')

const monthOf = (word: string): number => {
  const at = months.indexOf(word)
  return at === -1 ? (word === 'sept' ? 8 : word === 'may' ? 4 : shortMonths.indexOf(word)) : at
}

/** The newest day of that name that has begun; "last Monday" is not today. */
function onWeekday(name: string, isLast: boolean, { zone, now }: Moment): When {
  const day = DateTime.fromMillis(now, { zone }).startOf('day')
  const back = (day.weekday - 1 - weekdays.indexOf(name) + 7) % 7
  return { ...calendar('day', isLast && back === 0 ? 7 : back, zone, now, ''), label: `on ${capital(name)}` }
}

/** The newest month of that name that has begun, or that of a year. */
function inMonth(month: number, year: number | null, isLast: boolean, { zone, now }: Moment): When {
  const current = DateTime.fromMillis(now, { zone }).startOf('month')
  const back = (current.month - 1 - month + 12) % 12
  const begin =
    year === null
      ? current.minus({ months: isLast && back === 0 ? 12 : back })
      : DateTime.fromObject({ year, month: month + 1 }, { zone })
  const name = capital(months[month] ?? '')
  return unitAt(begin, 'month', now, year === null ? `in ${name}` : `in ${name} ${year}`)
}

/** The newest Saturday and Sunday that have begun. */
function weekend(moment: Moment, weeksBack: number): When {
  const saturday = onWeekday('saturday', false, moment)
  const begin = DateTime.fromMillis(saturday.from, { zone: moment.zone }).minus({ weeks: weeksBack })
  const to = Math.min(begin.plus({ days: 2 }).toMillis(), endOf(moment.now))
  return { ...saturday, from: begin.toMillis(), to, label: weeksBack === 0 ? 'over the weekend' : 'over the weekend before' }
}

function quarter(number: number, year: number | null, { zone, now }: Moment): When {
  const current = DateTime.fromMillis(now, { zone }).startOf('quarter')
  const named = DateTime.fromObject({ year: year ?? current.year, month: number * 3 - 2 }, { zone })
  const begin = year === null && named > current ? named.minus({ years: 1 }) : named
  return unitAt(begin, 'quarter', now, `in Q${number} ${begin.year}`)
}

/** The day of a month: the newest one that has begun where no month or year is named. */
function onDay(day: number, month: number | null, year: number | null, { zone, now }: Moment): When | null {
  const today = DateTime.fromMillis(now, { zone }).startOf('day')
  const asked = { day, month: month === null ? today.month : month + 1, year: year ?? today.year }
  let begin = DateTime.fromObject(asked, { zone })
  if (begin > today && year === null) begin = begin.minus(month === null ? { months: 1 } : { years: 1 })
  if (!begin.isValid || begin > today) return null
  return unitAt(begin, 'day', now, `on ${begin.setLocale('en').toFormat('d LLLL yyyy')}`)
}

const ordinalOf = (word: string) => /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1]
const dayOf = (word: string) => ordinalOf(word) ?? (/^(?:[1-9]|[12]\d|3[01])$/.test(word) ? word : undefined)
const yearOf = (word: string) => (/^20\d\d$/.test(word) ? Number(word) : null)

/** "12 November", "November 12th 2026", "the 12th", "2026-11-12". */
function dateAt(words: readonly string[], at: number, moment: Moment): Found | null {
  const [before = '', word = '', next = '', after = ''] = [words[at - 1], words[at], words[at + 1], words[at + 2]]
  const iso = /^(20\d\d)-(\d\d)-(\d\d)$/.exec(word)
  const found = (when: When | null, length: number) => (when === null ? null : { when, length })
  if (iso) return found(onDay(Number(iso[3]), Number(iso[2]) - 1, Number(iso[1]), moment), 1)
  const first = dayOf(word)
  const skip = next === 'of' ? 1 : 0
  const second = words[at + 1 + skip] ?? ''
  if (first !== undefined && monthOf(second) !== -1) {
    const year = yearOf(words[at + 2 + skip] ?? '')
    return found(onDay(Number(first), monthOf(second), year, moment), 2 + skip + (year === null ? 0 : 1))
  }
  const behind = dayOf(next)
  if (monthOf(word) !== -1 && behind !== undefined) {
    const year = yearOf(after)
    return found(onDay(Number(behind), monthOf(word), year, moment), year === null ? 2 : 3)
  }
  const ordinal = ordinalOf(word)
  if (ordinal !== undefined && (before === 'the' || before === 'on' || before === 'since'))
    return found(onDay(Number(ordinal), null, null, moment), 1)
  return null
}

/** "This week", "last quarter", "the week before last". */
function unitIn(words: readonly string[], at: number, { zone, now }: Moment): Found | null {
  const [word = '', next = '', after = '', last = ''] = words.slice(at, at + 4)
  const unit = plain(next)
  if (isCalendarUnit(word) && next === 'before' && after === 'last')
    return { when: calendar(word, 2, zone, now, `the ${word} before last`), length: 3 }
  if (isCalendarUnit(word) && next === 'to' && after === 'date')
    return { when: calendar(word, 0, zone, now, `this ${word}`), length: 3 }
  if ((word === 'this' || word === 'current') && isCalendarUnit(unit))
    return { when: calendar(unit, 0, zone, now, `this ${unit}`), length: 2 }
  if ((word === 'last' || word === 'previous') && isCalendarUnit(unit))
    return { when: calendar(unit, 1, zone, now, `last ${unit}`), length: 2 }
  if (!/^(?:past|last|previous|recent)$/.test(word)) return null
  if (next === 'half' && unitOf(after === 'an' ? last : after) === 'hour')
    return { when: past(30, 'minute', now), length: after === 'an' ? 4 : 3 }
  const skip = after === 'of' ? 1 : 0
  const [count, counted] = [numberOf(next), words[at + 2 + skip] ?? '']
  if (count !== null && counted.startsWith('quarter'))
    return { when: { ...past(count * 3, 'month', now), label: `the past ${count} quarters` }, length: 3 }
  const named = unitOf(counted)
  if (count !== null && named !== null) return { when: past(count, named, now), length: 3 + skip }
  const single = unitOf(next)
  return single === null ? null : { when: past(1, single, now), length: 2 }
}

/** "Three days ago" is that day; "an hour ago" begins then. */
function agoAt(words: readonly string[], at: number, { zone, now }: Moment): Found | null {
  const [count, unit] = [numberOf(words[at] ?? ''), unitOf(words[at + 1] ?? '')]
  if (count === null || unit === null || words[at + 2] !== 'ago') return null
  if (unit === 'minute' || unit === 'min' || unit === 'hour' || unit === 'hr') return { when: past(count, unit, now), length: 3 }
  const back = unit === 'fortnight' ? count * 2 : count
  const of = unit === 'fortnight' ? 'week' : (unit as 'day' | 'week' | 'month' | 'year')
  return { when: calendar(of, back, zone, now, `${count} ${unit}${count === 1 ? '' : 's'} ago`), length: 3 }
}

/** The range that the words name from a place on; null where they name none there. @param words in lower case. */
function rangeAt(words: readonly string[], at: number, moment: Moment): Found | null {
  const { zone, now } = moment
  const [before = '', word = '', next = '', after = ''] = [words[at - 1], plain(words[at] ?? ''), words[at + 1], words[at + 2]]
  if (word === 'today') return { when: calendar('day', 0, zone, now, 'today'), length: 1 }
  if (word === 'day' && next === 'before' && after === 'yesterday')
    return { when: calendar('day', 2, zone, now, 'the day before yesterday'), length: 3 }
  if (word === 'yesterday') return { when: calendar('day', 1, zone, now, 'yesterday'), length: 1 }
  if (weekdays.includes(word) && before !== 'every' && before !== 'each')
    return { when: onWeekday(word, before === 'last', moment), length: 1 }
  if (word === 'weekend') return { when: weekend(moment, before === 'last' && isWeekend(moment) ? 1 : 0), length: 1 }
  const number = /^q([1-4])$/.exec(word)?.[1]
  if (number !== undefined) {
    const year = yearOf(next)
    return { when: quarter(Number(number), year, moment), length: year === null ? 1 : 2 }
  }
  const found = dateAt(words, at, moment) ?? agoAt(words, at, moment) ?? unitIn(words, at, moment)
  if (found !== null) return found
  if (monthOf(word) !== -1 && (beforeMonths.has(before) || ![2, 4].includes(monthOf(word)))) {
    const skip = next === 'of' ? 1 : 0
    const [which = '', unit = ''] = [words[at + 1 + skip], words[at + 2 + skip]]
    const back = unit !== 'year' ? null : which === 'last' || which === 'previous' ? 1 : which === 'this' ? 0 : null
    if (back !== null)
      return {
        when: inMonth(monthOf(word), DateTime.fromMillis(now, { zone }).year - back, false, moment),
        length: 3 + skip,
      }
    const year = yearOf(next)
    return { when: inMonth(monthOf(word), year, before === 'last', moment), length: year === null ? 1 : 2 }
  }
  if (yearOf(word) !== null && (before === 'in' || before === 'since' || before === 'during')) {
    const begin = DateTime.fromObject({ year: yearOf(word) ?? 0 }, { zone })
    return begin.toMillis() > now ? null : { when: unitAt(begin, 'year', now, `in ${word}`), length: 1 }
  }
  const short = /^(\d{1,4})(h|d)$/.exec(word)
  return short ? { when: past(Number(short[1]), short[2] === 'h' ? 'hour' : 'day', now), length: 1 } : null
}

const isWeekend = ({ zone, now }: Moment) => DateTime.fromMillis(now, { zone }).weekday > 5

/** "Since" before a range: from its begin until now. */
function withSince(words: readonly string[], at: number, when: When, now: number): When {
  const place = ['the', 'last'].includes(words[at - 1] ?? '') ? at - 2 : at - 1
  if (words[place] !== 'since' && words[at - 1] !== 'since') return when
  const label = when.label.startsWith('since ') ? when.label : `since ${when.label.replace(/^(?:on|in|over) /, '')}`
  return { ...when, to: endOf(now), label, period: null }
}

type Named = { readonly when: When; readonly at: number; readonly length: number }

/** All ranges of the calendar that the words name, in the order in which they stand. */
export function rangesIn(words: readonly string[], zone: string, now: number): readonly Named[] {
  const found: Named[] = []
  for (let at = 0; at < words.length; ) {
    const it = rangeAt(words, at, { zone, now })
    if (it) found.push({ ...it, at, when: withSince(words, at, it.when, now) })
    at += it?.length ?? 1
  }
  return found
}
