import type { AlarmBellSnapshot } from './alarm-bell.machine.ts'

/** Null while nobody knows: before the first answer, and after a look that failed. */
export const selectRaised = ({ context }: AlarmBellSnapshot) => (context.problem === null ? context.raised : null)
