import type { ResendEvent, ResendSnapshot } from './resend.machine.ts'

export const selectProblem = (snapshot: ResendSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: ResendSnapshot) => snapshot.hasTag('busy')
export const selectWasSentAgain = (snapshot: ResendSnapshot) => snapshot.context.wasSentAgain

const selectCan = (event: ResendEvent) => (snapshot: ResendSnapshot) => snapshot.can(event)

export const selectCanAskAgain = selectCan({ type: 'user.requestedAgain' })
export const selectCanStop = selectCan({ type: 'user.stopped' })
