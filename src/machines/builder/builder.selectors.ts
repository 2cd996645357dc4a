import type { BuilderSnapshot } from './builder.machine.ts'

export const selectStage = (snapshot: BuilderSnapshot) => snapshot.value
/** Null until it was opened. */
export const selectDraft = (snapshot: BuilderSnapshot) => snapshot.context.draft
export const selectProblem = (snapshot: BuilderSnapshot) => snapshot.context.problem
/** Whether what is typed now is taken. */
export const selectIsWritable = (snapshot: BuilderSnapshot) => snapshot.hasTag('writable')
export const selectCanRetry = (snapshot: BuilderSnapshot) => snapshot.can({ type: 'user.retried' })
