import type { ReplayInclude } from '#contract/studio/replay.ts'
import { chosenOf } from './replay-plan.ts'
import type { ReplayProgressEvent, ReplayProgressSnapshot } from './replay-progress.machine.ts'

/** Null until the server was read. */
export const selectReplay = (snapshot: ReplayProgressSnapshot) => snapshot.context.reading?.replay ?? null
export const selectReadAt = (snapshot: ReplayProgressSnapshot) => snapshot.context.reading?.readAt ?? null
export const selectInclude = (snapshot: ReplayProgressSnapshot) => snapshot.context.include
export const selectDryRun = (snapshot: ReplayProgressSnapshot) => snapshot.context.dryRun
export const selectSilence = (snapshot: ReplayProgressSnapshot) => snapshot.context.silence
export const selectRefusal = (snapshot: ReplayProgressSnapshot) => snapshot.context.refusal
export const selectIsBusy = (snapshot: ReplayProgressSnapshot) => snapshot.hasTag('busy')
const isStoppingOf = (snapshot: ReplayProgressSnapshot, isPlan: boolean) =>
  snapshot.matches('stopping') && (selectReplay(snapshot)?.state === 'planned') === isPlan
export const selectIsPlanned = (snapshot: ReplayProgressSnapshot) => snapshot.hasTag('planned') || isStoppingOf(snapshot, true)
export const selectIsMoving = (snapshot: ReplayProgressSnapshot) => snapshot.hasTag('moving') || isStoppingOf(snapshot, false)
export const selectIsTrying = (snapshot: ReplayProgressSnapshot) => snapshot.matches('trying')
export const selectIsStarting = (snapshot: ReplayProgressSnapshot) => snapshot.matches('starting')
export const selectIsStopping = (snapshot: ReplayProgressSnapshot) => snapshot.matches('stopping')
/** Records that would be sent by the present choice. */
export const selectChosenCount = ({ context: { reading, include } }: ReplayProgressSnapshot) =>
  reading === null ? 0 : chosenOf(reading.replay.plan, include)

const selectCan = (event: ReplayProgressEvent) => (snapshot: ReplayProgressSnapshot) => snapshot.can(event)

export const selectCanInclude = (what: keyof ReplayInclude) => selectCan({ type: 'user.included', what, isIncluded: true })
export const selectCanTry = selectCan({ type: 'user.triedOut' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
export const selectCanStart = selectCan({ type: 'user.started' })
export const selectCanStop = selectCan({ type: 'user.stopped' })
export const selectCanRetry = selectCan({ type: 'user.retried' })
