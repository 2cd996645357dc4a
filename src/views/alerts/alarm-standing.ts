/** How the state of an alarm looks. */
import type { Alarm } from '../../../contract/alarm.ts'
import { alarmWords } from '../../words/alarm.ts'
import type { PillLook } from '../parts/StatusPill.tsx'

const looks: Readonly<Record<Alarm['state'], PillLook>> = {
  off: 'stopped',
  watching: 'good',
  raised: 'bad',
  acknowledged: 'late',
  muted: 'held',
  cleared: 'good',
  gone: 'stopped',
}

export const pillOfAlarm = ({ state }: Alarm) => ({ look: looks[state], word: alarmWords.states[state] })
