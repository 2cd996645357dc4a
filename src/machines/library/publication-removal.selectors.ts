import type { PublicationRemovalSnapshot } from './publication-removal.machine.ts'

export const selectIsAsking = (snapshot: PublicationRemovalSnapshot) => snapshot.matches('asking')
export const selectIsBusy = (snapshot: PublicationRemovalSnapshot) => snapshot.hasTag('busy')
export const selectIsRemoved = (snapshot: PublicationRemovalSnapshot) => snapshot.matches('removed')
export const selectProblem = (snapshot: PublicationRemovalSnapshot) => snapshot.context.problem
export const selectCanRemove = (snapshot: PublicationRemovalSnapshot) => snapshot.can({ type: 'user.removed' })
