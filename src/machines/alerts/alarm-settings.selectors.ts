import type { AlarmSettingsEvent, AlarmSettingsSnapshot } from './alarm-settings.machine.ts'

export const selectWritten = (snapshot: AlarmSettingsSnapshot) => snapshot.context.written
export const selectProblem = (snapshot: AlarmSettingsSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: AlarmSettingsSnapshot) => snapshot.hasTag('busy')
export const selectIsSaved = (snapshot: AlarmSettingsSnapshot) => snapshot.matches('saved')

const selectCan = (event: AlarmSettingsEvent) => (snapshot: AlarmSettingsSnapshot) => snapshot.can(event)

export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanDiscard = selectCan({ type: 'user.discarded' })
export const selectCanChoose = (userId: string) => selectCan({ type: 'user.chosePerson', userId })
