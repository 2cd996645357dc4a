import type { ListProcessingEvent, ListProcessingSnapshot } from './list-processing.machine.ts'

export const selectSettings = (snapshot: ListProcessingSnapshot) => snapshot.context.settings
/** What was tried before the paging was accepted. */
export const selectProof = (snapshot: ListProcessingSnapshot) => snapshot.context.proof
export const selectWritten = (snapshot: ListProcessingSnapshot) => snapshot.context.written
/** Whether a list can be pointed at. */
export const selectIsClosed = (snapshot: ListProcessingSnapshot) => snapshot.matches('closed')
export const selectIsEditing = (snapshot: ListProcessingSnapshot) => snapshot.matches('editing')
export const selectIsPutAway = (snapshot: ListProcessingSnapshot) => snapshot.matches('putAway')
/** Whether faults are told, and not only had. */
export const selectIsRevealed = (snapshot: ListProcessingSnapshot) => snapshot.context.isRevealed

/** Whether paging may be proposed: it was not declined, and nothing that was typed for another one is put away. */
export const selectIsProposable = (snapshot: ListProcessingSnapshot) =>
  !snapshot.context.isDeclined && !snapshot.matches('putAway')

const selectCan = (event: ListProcessingEvent) => (snapshot: ListProcessingSnapshot) => snapshot.can(event)

export const selectCanOpen = selectCan({ type: 'user.opened' })
