/** A schedule as a person chooses it, and as cron writes it. */
import { expect, it } from 'vitest'

import { cronOfDailyTime, dailyTimeOf, weekdays } from '#src/machines/builder/draft/daily-time.ts'
import { triggerIn } from '#src/machines/builder/draft/trigger.ts'

it.each([
  ['0 9 * * 1-5', { time: '09:00', days: ['1', '2', '3', '4', '5'] }],
  ['30 17 * * *', { time: '17:30', days: weekdays }],
  ['5 4 * * 0,6', { time: '04:05', days: ['6', '0'] }],
])('reads %s as a time on days of the week', (cron, daily) => {
  expect(dailyTimeOf(cron)).toEqual(daily)
})

it.each(['0 9 1 * *', '*/5 * * * *', '99 9 * * *', '0 24 * * *', '0 9 * * 7', '0 9 * * 5-1', '0 0 9 * * 1', 'every day', ''])(
  'does not read "%s" as one',
  (cron) => {
    expect(dailyTimeOf(cron)).toBeNull()
  },
)

it.each([['1', '2', '3', '4', '5'], ['0', '6'], weekdays, ['3']] as const)(
  'writes %j %j so that it reads the same',
  (...days) => {
    const daily = { time: '07:05', days: weekdays.filter((day) => (days as readonly string[]).includes(day)) }
    expect(dailyTimeOf(cronOfDailyTime(daily))).toEqual(daily)
  },
)

it.each([null, 7, 'webhook', {}, { type: 'constructor' }, { type: 'schedule' }, { type: 'schedule', everySeconds: 'x' }])(
  'starts nothing by itself where a tab kept %j',
  (kept) => {
    expect(triggerIn(kept)).toEqual({ type: 'manual' })
  },
)

it.each([
  { type: 'webhook' },
  { type: 'schedule', everySeconds: 0 },
  { type: 'schedule', cron: '0 9 * * *', timeZone: 'Europe/Berlin' },
])('keeps %j', (trigger) => {
  expect(triggerIn(trigger)).toEqual(trigger)
})
