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

/** Nothing is fine that is not evaluated: of a connector that is not active, and of one without a schedule that cannot be late. */
export function pillOfAlarm({ state, isEvaluated }: Pick<Alarm, 'state' | 'isEvaluated'>) {
  const shown = state === 'watching' && !isEvaluated ? 'off' : state
  return { look: looks[shown], word: alarmMessages.states[shown] }
}
