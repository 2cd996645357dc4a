import type { RecordFileSnapshot } from './record-file.machine.ts'

/** The newest file; null while another is made. */
export const selectSaved = ({ context }: RecordFileSnapshot) => context.saved
export const selectProblem = ({ context }: RecordFileSnapshot) => context.problem
export const selectIsBusy = (snapshot: RecordFileSnapshot) => snapshot.hasTag('busy')
