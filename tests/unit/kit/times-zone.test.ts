// @vitest-environment happy-dom
/** Every time of the console is written in the zone that the person or their company chose. */
import { afterEach, expect, it } from 'vitest'

import { dayOf, exactMoment, minuteWord, moment, zoneOfPage } from '#src/views/kit/format/times.ts'

afterEach(() => {
  delete document.documentElement.dataset['zone']
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
