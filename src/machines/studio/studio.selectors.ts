import type { StudioSnapshot } from './studio.machine.ts'

type StudioStage = 'loading' | 'failed' | 'unconfigured' | 'missing' | 'counting' | 'gone' | 'ready' | 'refreshing' | 'uncounted'

export const selectStage = ({ value }: StudioSnapshot): StudioStage => (typeof value === 'string' ? value : value.open)

/** The connector; null until it was read. */
export const selectDetails = (snapshot: StudioSnapshot) => (snapshot.hasTag('open') ? snapshot.context.details : null)
/** All figures of the range that is chosen; null until they were read. */
export const selectReading = (snapshot: StudioSnapshot) => snapshot.context.reading
export const selectProblem = (snapshot: StudioSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: StudioSnapshot) => snapshot.hasTag('busy')
export const selectCanLoad = (snapshot: StudioSnapshot) => snapshot.can({ type: 'user.loaded' })
