import type { PictureSnapshot } from './picture.machine.ts'

export const selectProblem = ({ context }: PictureSnapshot) => context.problem
export const selectIsBusy = (snapshot: PictureSnapshot) => snapshot.hasTag('busy')
export const selectCanChoose = (snapshot: PictureSnapshot) => snapshot.can({ type: 'user.removed' })
/** Null while nothing was given since the page was opened. */
export const selectGiven = ({ context }: PictureSnapshot) => context.given
