/** A schedule by time and days, and how cron writes it. */
import type { Trigger } from '#contract/connectors/config/config.ts'

export type Schedule = Extract<Trigger, { readonly type: 'schedule' }>
export type ByClock = Extract<Schedule, { readonly cron: string }>

/** Days of the week as cron counts them, in the order of the working week. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const
export type Weekday = (typeof weekdays)[number]

/** A time on days of the week: what a person can choose without a cron expression. */
export type DailyTime = { readonly time: string; readonly days: readonly Weekday[] }

const daily = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:[-,][0-6])*)$/
const two = (text: string) => text.padStart(2, '0')

/** Null where the expression says more than a time on days of the week. */
export function dailyTimeOf(cron: string): DailyTime | null {
  const [, minute = '', hour = '', on = ''] = daily.exec(cron.trim()) ?? []
  if (minute === '' || Number(minute) > 59 || Number(hour) > 23) return null
  const days = daysOf(on)
  return days === null ? null : { time: `${two(hour)}:${two(minute)}`, days }
}

function daysOf(on: string): readonly Weekday[] | null {
  if (on === '*') return weekdays
  const found = on.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at))
  })
  return found.length === 0 ? null : weekdays.filter((day) => found.includes(day))
}

/** Every day is written as `*`, the working week as `1-5`, other days one by one. */
export function cronOfDailyTime({ time, days }: DailyTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const chosen = weekdays.filter((day) => days.includes(day)).join(',')
  const on = days.length === weekdays.length ? '*' : chosen === '1,2,3,4,5' ? '1-5' : chosen
  return `${minute} ${hour} * * ${on}`
}
