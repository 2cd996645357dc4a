/** Alarms of a connector as the fixtures of their charts meet them. */
import { type Alarm, type AlarmExplanation, type ConnectorAlarms, usualAlarmSettings } from '#contract/alerts/alarm.ts'

const orders = { connectorId: 'orders', connectorName: 'Orders', kind: 'late' } as const

export const alarmAt = (state: Alarm['state'], reason: string): Alarm => ({
  ...orders,
  ...{ state, reason, since: '2026-11-20T09:05:00.000Z', next: `What comes after ${state}.` },
  isEvaluated: state !== 'off' && state !== 'muted',
  mutedUntil: state === 'muted' ? '2026-11-20T10:05:00.000Z' : null,
})

export const people = [
  { userId: 'ada', name: 'Ada Lovelace' },
  { userId: 'bob', name: 'Bob Frankston' },
] as const

/** One alarm is enough to walk the chart: each kind has the same buttons. */
export const alarmsWith = (alarm: Alarm): ConnectorAlarms => ({
  alarms: [alarm],
  settings: usualAlarmSettings,
  people: [...people],
})

export const explanation: AlarmExplanation = {
  alarm: alarmAt('raised', 'A run should have started.'),
  rule: 'Active when a start is due for 5 minutes.',
  figures: [
    { name: 'dueAt', at: '2026-11-20T09:00:00.000Z', value: null },
    { name: 'graceMinutes', at: null, value: 5 },
  ],
  events: [{ at: '2026-11-20T09:05:00.000Z', state: 'raised', reason: 'A run should have started.', by: null }],
}
