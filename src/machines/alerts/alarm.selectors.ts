import type { AlarmKind } from '#contract/alerts/alarm.ts'
import type { AlarmEvent, AlarmSnapshot } from './alarm.machine.ts'

export const selectIsTesting = (snapshot: AlarmSnapshot) => snapshot.matches('testing')
/** What was read last; null before that. */
export const selectRead = (snapshot: AlarmSnapshot) => snapshot.context.read
export const selectChoice = (snapshot: AlarmSnapshot) => (snapshot.matches('choosing') ? snapshot.context.choice : null)
export const selectExplanation = (snapshot: AlarmSnapshot) => snapshot.context.explanation
/** Which alarm is explained, or is about to be. */
export const selectExplained = (snapshot: AlarmSnapshot) => snapshot.context.explained
export const selectTested = (snapshot: AlarmSnapshot) => snapshot.context.tested
export const selectProblem = (snapshot: AlarmSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: AlarmSnapshot) => snapshot.hasTag('busy')

const selectCan = (event: AlarmEvent) => (snapshot: AlarmSnapshot) => snapshot.can(event)

export const selectCanRetry = selectCan({ type: 'user.retried' })
export const selectCanTest = selectCan({ type: 'user.tested' })
export const selectCanMute = selectCan({ type: 'user.muted' })
export const selectCanAcknowledge = (kind: AlarmKind) => selectCan({ type: 'user.acknowledged', kind })
export const selectCanBegin = (kind: AlarmKind) => selectCan({ type: 'user.began', kind })
export const selectCanUnmute = (kind: AlarmKind) => selectCan({ type: 'user.unmuted', kind })
export const selectCanExplain = (kind: AlarmKind) => selectCan({ type: 'user.explained', kind })
