// @vitest-environment happy-dom
/** Times and numbers of the console are written in the zone and by the language that the person or their company chose. */
import { afterEach, expect, it } from 'vitest'

import { number } from '#src/views/kit/format/numbers.ts'
import { dayOf, exactMoment, minuteWord, moment, monthOf, zoneOfPage } from '#src/views/kit/format/times.ts'

afterEach(() => {
  delete document.documentElement.dataset['zone']
  delete document.documentElement.dataset['formats']
})

const instant = new Date('2026-01-31T23:30:00Z')

it.each([
  ['Asia/Tokyo', '08:30:00', '1 Feb 2026', 'Sunday, 1 February 2026'],
  ['America/New_York', '18:30:00', '31 Jan 2026', 'Saturday, 31 January 2026'],
])('in %s it is %s', (zone, clock, day, exact) => {
  document.documentElement.dataset['zone'] = zone
  expect(moment(instant, instant)).toBe(clock)
  expect(minuteWord(instant, instant)).toBe(clock.slice(0, 5))
  expect(dayOf(instant)).toBe(day)
  expect(exactMoment(instant)).toContain(exact)
  expect(zoneOfPage()).toBe(zone)
})

it('a day has begun where the person is, whatever the browser says', () => {
  const before = new Date('2026-01-31T14:30:00Z')
  document.documentElement.dataset['zone'] = 'Asia/Tokyo'
  expect(moment(before, instant)).toBe('31 Jan, 23:30')
  document.documentElement.dataset['zone'] = 'Europe/London'
  expect(moment(before, instant)).toBe('14:30:00')
})

it('the language rules how a day and a number are written, also after it changed', () => {
  document.documentElement.dataset['zone'] = 'UTC'
  const words = () => [
    number(1_234_567),
    dayOf(instant),
    monthOf('2026-11-01T00:00:00Z'),
    moment(instant, new Date('2026-03-01')),
  ]
  expect(words()).toEqual(['1,234,567', '31 Jan 2026', 'November 2026', '31 Jan, 23:30'])
  document.documentElement.dataset['formats'] = 'de'
  expect(words()).toEqual(['1.234.567', '31. Jan. 2026', 'November 2026', '31. Jan., 23:30'])
  document.documentElement.dataset['formats'] = 'ja'
  expect(words()).toEqual(['1,234,567', '2026年1月31日', '2026年11月', '1月31日 23:30'])
  expect(moment(instant, new Date('2025-03-01'))).toContain('2026')
})
