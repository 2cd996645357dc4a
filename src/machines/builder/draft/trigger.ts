/** What starts a connector, as a person chooses it, and the forms in which a schedule is written. */
import type { Trigger } from '#contract/connectors/config/config.ts'
import { checkRhythm } from '#contract/connectors/config/rhythm.ts'

export const triggerKinds = ['schedule', 'webhook', 'manual'] as const
export type TriggerKind = (typeof triggerKinds)[number]

export type Schedule = Extract<Trigger, { readonly type: 'schedule' }>
export type ByClock = Extract<Schedule, { readonly cron: string }>
export type ScheduleForm = 'interval' | 'clock'

export const scheduleFormOf = (schedule: Schedule): ScheduleForm => ('cron' in schedule ? 'clock' : 'interval')

/** What each kind begins with. */
export const triggerOfKind: Readonly<Record<TriggerKind, Trigger>> = {
  schedule: { type: 'schedule', everySeconds: 300 },
  webhook: { type: 'webhook' },
  manual: { type: 'manual' },
}

/** What each form of a schedule begins with. */
export const scheduleOfForm = (form: ScheduleForm, timeZone: string): Schedule =>
  form === 'interval' ? { type: 'schedule', everySeconds: 300 } : { type: 'schedule', cron: '0 9 * * 1-5', timeZone }

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

export type TriggerLack = { readonly what: 'interval' | 'cron' } | { readonly what: 'badSchedule'; readonly why: string }

/** What a trigger needs before it can start anything. */
export function lacksOfTrigger(trigger: Trigger): readonly TriggerLack[] {
  if (trigger.type !== 'schedule') return []
  if (!('cron' in trigger)) return trigger.everySeconds >= 1 ? [] : [{ what: 'interval' }]
  if (trigger.cron.trim() === '') return [{ what: 'cron' }]
  return checkRhythm(trigger).map(({ message }) => ({ what: 'badSchedule', why: message }))
}

/** Total: the trigger that a tab kept, whatever it is; by hand when it is none, because that starts nothing. */
export function triggerIn(kept: unknown): Trigger {
  const found: Readonly<Record<string, unknown>> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const { type, everySeconds, cron, timeZone } = found
  if (type === 'webhook') return { type }
  if (type === 'schedule' && typeof everySeconds === 'number') return { type, everySeconds }
  if (type === 'schedule' && typeof cron === 'string')
    return { type, cron, ...(typeof timeZone === 'string' ? { timeZone } : {}) }
  return { type: 'manual' }
}
