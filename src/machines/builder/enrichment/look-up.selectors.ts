import type { LookUpEvent, LookUpSnapshot } from './look-up.machine.ts'

export const selectWritten = (snapshot: LookUpSnapshot) => snapshot.context.written
export const selectRecordAt = (snapshot: LookUpSnapshot) => snapshot.context.recordAt
/** Whether what stands in the form stands in the draft. */
export const selectIsComplete = (snapshot: LookUpSnapshot) => snapshot.matches('complete')

const selectCan = (event: LookUpEvent) => (snapshot: LookUpSnapshot) => snapshot.can(event)

export const selectCanAddParameter = selectCan({ type: 'user.addedParameter' })
export const selectCanRemoveParameter = selectCan({ type: 'user.removedParameter', at: 0 })
export const selectCanRestoreParameter = selectCan({ type: 'user.restoredParameter' })
