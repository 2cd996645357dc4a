import type { InvestigatorSnapshot } from './investigator.machine.ts'

/** Null until something was found, or nothing. */
export const selectFound = ({ context }: InvestigatorSnapshot) => context.found
export const selectProblem = ({ context }: InvestigatorSnapshot) => context.problem
export const selectIsBusy = (snapshot: InvestigatorSnapshot) => snapshot.hasTag('busy')
export const selectCanRefresh = (snapshot: InvestigatorSnapshot) => snapshot.can({ type: 'user.refreshed' })
export const selectCanRetry = (snapshot: InvestigatorSnapshot) => snapshot.can({ type: 'user.retried' })
