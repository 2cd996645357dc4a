import type { PaletteSnapshot } from './palette.machine.ts'
import { resultsOf } from './palette.results.ts'

export const selectIsOpen = (snapshot: PaletteSnapshot) => snapshot.matches('open')
export const selectShowsKeys = (snapshot: PaletteSnapshot) => snapshot.matches('keys')
export const selectIsBusy = (snapshot: PaletteSnapshot) => snapshot.hasTag('busy')
export const selectQuery = (snapshot: PaletteSnapshot) => snapshot.context.query
export const selectAt = (snapshot: PaletteSnapshot) => snapshot.context.at
export const selectProblem = (snapshot: PaletteSnapshot) => snapshot.context.problem
export const selectCanRetry = (snapshot: PaletteSnapshot) => snapshot.can({ type: 'user.retried' })
/** New on each call: draw it from a snapshot that is held. */
export const selectResults = (snapshot: PaletteSnapshot) => resultsOf(snapshot.context)
/** What is asked about, or done just now; null otherwise. */
export const selectChange = (snapshot: PaletteSnapshot) => snapshot.context.change
export const selectCanConfirm = (snapshot: PaletteSnapshot) => snapshot.can({ type: 'user.confirmed' })
export const selectCanLeave = (snapshot: PaletteSnapshot) => snapshot.can({ type: 'user.left' })
