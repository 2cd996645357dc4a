import type { ImportEvent, ImportSnapshot } from './import.machine.ts'

export const selectText = (snapshot: ImportSnapshot) => snapshot.context.text
export const selectFileName = (snapshot: ImportSnapshot) => snapshot.context.fileName
export const selectCheck = (snapshot: ImportSnapshot) => snapshot.context.check
/** The draft that was made; null before. */
export const selectConnectorId = (snapshot: ImportSnapshot) => snapshot.context.connectorId
export const selectProblem = (snapshot: ImportSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: ImportSnapshot) => snapshot.hasTag('busy')
export const selectIsImporting = (snapshot: ImportSnapshot) => snapshot.matches('importing')

const selectCan = (event: ImportEvent) => (snapshot: ImportSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wrote', text: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanTakeIn = selectCan({ type: 'user.tookIn' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
