import type { SetupEvent, SetupSnapshot } from './setup.machine.ts'

export const selectWritten = (snapshot: SetupSnapshot) => snapshot.context.written
export const selectProblem = (snapshot: SetupSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: SetupSnapshot) => snapshot.hasTag('busy')
export const selectIsPasswordShown = (snapshot: SetupSnapshot) => snapshot.context.isPasswordShown
export const selectIsDone = (snapshot: SetupSnapshot) => snapshot.matches('done')

const selectCan = (event: SetupEvent) => (snapshot: SetupSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wrote', field: 'email', text: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
