import type { AlarmBellSnapshot } from './alarm-bell.machine.ts'

/** Null while nobody knows: before the first answer, and after a look that failed. */
export const selectSeen = ({ context }: AlarmBellSnapshot) => (context.problem === null ? context.seen : null)
export const selectProblem = ({ context }: AlarmBellSnapshot) => context.problem
export const selectNotMarked = ({ context }: AlarmBellSnapshot) => context.notMarked
export const selectIsLooking = (snapshot: AlarmBellSnapshot) => snapshot.matches('looking')
export const selectIsMarking = (snapshot: AlarmBellSnapshot) => snapshot.matches('marking')
