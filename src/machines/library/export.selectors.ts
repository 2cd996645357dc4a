import type { ExportSnapshot } from './export.machine.ts'

/** What the file is called that the browser was given; null before. */
export const selectFileName = (snapshot: ExportSnapshot) => snapshot.context.fileName
export const selectProblem = (snapshot: ExportSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: ExportSnapshot) => snapshot.hasTag('busy')
