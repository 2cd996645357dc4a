/** How the state of an alarm looks. */
import type { Alarm } from '#contract/alerts/alarm.ts'
import type { PillLook } from '../kit/feedback/StatusPill.tsx'
import { alarmMessages } from './alarm.messages.ts'

const looks: Readonly<Record<Alarm['state'], PillLook>> = {
  off: 'stopped',
  watching: 'good',
  raised: 'bad',
  acknowledged: 'late',
  muted: 'held',
  cleared: 'good',
  gone: 'stopped',
}

export const pillOfAlarm = ({ state }: Alarm) => ({ look: looks[state], word: alarmMessages.states[state] })
