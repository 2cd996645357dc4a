/** When a connector runs, as the beginning of a sentence. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { dailyTimeOf, weekdays } from '#src/machines/builder/draft/daily-time.ts'
import { listed } from '../../kit/format/listed.ts'
import { builderMessages } from '../draft/builder.messages.ts'
import { reviewMessages as messages } from './review.messages.ts'

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const

export function rhythmOf(trigger: ConnectorConfig['trigger']): string {
  if (trigger.type === 'webhook') return messages.onEvents
  if (trigger.type === 'manual') return messages.byHand
  if ('everySeconds' in trigger) {
    const { everySeconds } = trigger
    const [unit, seconds] = units.find(([, size]) => everySeconds > 0 && everySeconds % size === 0) ?? ['seconds', 1]
    return messages.every[unit](everySeconds / seconds)
  }
  const zone = trigger.timeZone ?? 'UTC'
  const daily = dailyTimeOf(trigger.cron)
  if (daily === null) return messages.byClock(trigger.cron, zone)
  const { dayNames } = builderMessages.start
  const days = daily.days.length === weekdays.length ? messages.everyDay : listed(daily.days.map((day) => dayNames[day]))
  return messages.atTime(days, daily.time, zone)
}
