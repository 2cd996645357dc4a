import type { ConfirmedActionSnapshot } from './confirmed-action.machine.ts'

/** Null while nothing is planned. */
export const selectAction = ({ context }: ConfirmedActionSnapshot) => context.action
export const selectProblem = ({ context }: ConfirmedActionSnapshot) => context.problem
export const selectIsBusy = (snapshot: ConfirmedActionSnapshot) => snapshot.hasTag('busy')
export const selectCanConfirm = (snapshot: ConfirmedActionSnapshot) => snapshot.can({ type: 'user.confirmed' })
export const selectCanCancel = (snapshot: ConfirmedActionSnapshot) => snapshot.can({ type: 'user.cancelled' })
