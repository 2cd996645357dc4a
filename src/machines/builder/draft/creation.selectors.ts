import type { CreationEvent, CreationSnapshot } from './creation.machine.ts'

export const selectStage = (snapshot: CreationSnapshot) => snapshot.value
export const selectWritten = (snapshot: CreationSnapshot) => snapshot.context.written
export const selectProblem = (snapshot: CreationSnapshot) => snapshot.context.problem
export const selectIsRenewed = (snapshot: CreationSnapshot) => snapshot.context.isRenewed
export const selectIsBusy = (snapshot: CreationSnapshot) => snapshot.hasTag('busy')
/** Null until it was made. */
export const selectConnectorId = (snapshot: CreationSnapshot) => snapshot.context.connectorId

const selectCan = (event: CreationEvent) => (snapshot: CreationSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wrote', field: 'name', text: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
