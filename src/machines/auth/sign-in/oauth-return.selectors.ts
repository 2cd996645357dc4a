import type { OauthReturnEvent, OauthReturnSnapshot } from './oauth-return.machine.ts'

export const selectStage = (snapshot: OauthReturnSnapshot) => snapshot.value
export const selectIdentity = (snapshot: OauthReturnSnapshot) => snapshot.context.identity
export const selectProblem = (snapshot: OauthReturnSnapshot) => snapshot.context.problem

const selectCan = (event: OauthReturnEvent) => (snapshot: OauthReturnSnapshot) => snapshot.can(event)

export const selectCanConnect = selectCan({ type: 'user.connected' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
