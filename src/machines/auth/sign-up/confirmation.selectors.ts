import type { ConfirmationSnapshot } from './confirmation.machine.ts'

export const selectStage = (snapshot: ConfirmationSnapshot) => snapshot.value
export const selectProblem = (snapshot: ConfirmationSnapshot) => snapshot.context.problem
