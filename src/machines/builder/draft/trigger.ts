/** What starts a connector, as a person chooses it, and the forms in which a schedule is written. */
import type { Trigger } from '#contract/connectors/config/config.ts'
import { hookFaults } from '#contract/connectors/triggers/sender-check.ts'
import type { Schedule } from './daily-time.ts'
import { scheduleFaults } from './schedule-check.ts'

export const triggerKinds = ['schedule', 'webhook', 'manual'] as const
export type TriggerKind = (typeof triggerKinds)[number]

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

export type TriggerLack =
  | { readonly what: 'interval' | 'cron' }
  | { readonly what: 'badSchedule' | 'badSender'; readonly why: string }

/** What a trigger needs before it can start anything. */
export function lacksOfTrigger(trigger: Trigger): readonly TriggerLack[] {
  if (trigger.type !== 'schedule') return []
  if (!('cron' in trigger)) return trigger.everySeconds >= 1 ? [] : [{ what: 'interval' }]
  if (trigger.cron.trim() === '') return [{ what: 'cron' }]
  return scheduleFaults(trigger).map(({ message }) => ({ what: 'badSchedule', why: message }))
}

/** What is to be said of the sender of a webhook before its events can be proved. */
export const lacksOfSender = (trigger: Trigger): readonly TriggerLack[] =>
  trigger.type === 'webhook' && trigger.hook !== undefined
    ? hookFaults(trigger.hook).map(({ message }) => ({ what: 'badSender', why: message }))
    : []

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
