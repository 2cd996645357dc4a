import type { BuilderSnapshot } from './builder.machine.ts'

export const selectStage = (snapshot: BuilderSnapshot) => snapshot.value
/** Null until it was opened. */
export const selectDraft = (snapshot: BuilderSnapshot) => snapshot.context.draft
/** What somebody else saved meanwhile; null while it is not known. */
export const selectTheirs = (snapshot: BuilderSnapshot) => snapshot.context.theirs
export const selectProblem = (snapshot: BuilderSnapshot) => snapshot.context.problem
/** Whether what is typed now is taken. */
export const selectIsWritable = (snapshot: BuilderSnapshot) => snapshot.hasTag('writable')
/** Whether the server may not have what stands here, and will be asked to take it without anybody's doing. */
export const selectIsOnItsWay = (snapshot: BuilderSnapshot) => snapshot.matches('waiting') || snapshot.matches('saving')
export const selectCanRetry = (snapshot: BuilderSnapshot) => snapshot.can({ type: 'user.retried' })
export const selectCanChoose = (snapshot: BuilderSnapshot) => snapshot.can({ type: 'user.keptMine' })
