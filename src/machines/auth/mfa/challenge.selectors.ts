import type { ChallengeEvent, ChallengeSnapshot } from './challenge.machine.ts'

export const selectChallenge = (snapshot: ChallengeSnapshot) => snapshot.context.challenge
export const selectKind = (snapshot: ChallengeSnapshot) => snapshot.context.kind
export const selectCode = (snapshot: ChallengeSnapshot) => snapshot.context.code
export const selectProblem = (snapshot: ChallengeSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: ChallengeSnapshot) => snapshot.hasTag('busy')
export const selectIsPassed = (snapshot: ChallengeSnapshot) => snapshot.matches('passed')
export const selectIsEnded = (snapshot: ChallengeSnapshot) => snapshot.matches('ended')

const selectCan = (event: ChallengeEvent) => (snapshot: ChallengeSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wroteCode', code: '' })
export const selectCanChooseRecovery = selectCan({ type: 'user.choseRecovery' })
export const selectCanChooseCode = selectCan({ type: 'user.choseCode' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
