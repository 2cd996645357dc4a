import type { CursorEvent, CursorSnapshot } from './cursor.machine.ts'

export const selectStage = (snapshot: CursorSnapshot) => snapshot.value
/** Null until it was read. */
export const selectCursor = (snapshot: CursorSnapshot) => snapshot.context.cursor
export const selectFrom = (snapshot: CursorSnapshot) => snapshot.context.from
export const selectValue = (snapshot: CursorSnapshot) => snapshot.context.value
export const selectPreview = (snapshot: CursorSnapshot) => snapshot.context.preview
export const selectIsValueMissing = (snapshot: CursorSnapshot) => snapshot.context.isValueMissing
export const selectIsDone = (snapshot: CursorSnapshot) => snapshot.context.isDone
export const selectProblem = (snapshot: CursorSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: CursorSnapshot) => snapshot.hasTag('busy')

const selectCan = (event: CursorEvent) => (snapshot: CursorSnapshot) => snapshot.can(event)

export const selectCanRetry = selectCan({ type: 'user.retried' })
export const selectCanPreview = selectCan({ type: 'user.previewed' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
