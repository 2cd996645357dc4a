import type { OauthStartEvent, OauthStartSnapshot } from './oauth-start.machine.ts'

export const selectProblem = (snapshot: OauthStartSnapshot) => snapshot.context.problem
export const selectIsStarting = (snapshot: OauthStartSnapshot) => snapshot.matches('starting')
export const selectIsLeaving = (snapshot: OauthStartSnapshot) => snapshot.matches('leaving')

const selectCan = (event: OauthStartEvent) => (snapshot: OauthStartSnapshot) => snapshot.can(event)

export const selectCanChoose = selectCan({ type: 'user.chose', provider: '' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
