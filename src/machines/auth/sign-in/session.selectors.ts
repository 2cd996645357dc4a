import type { SessionEvent } from './session.events.ts'
import type { SessionSnapshot } from './session.machine.ts'

export type SessionStage =
  | 'checking'
  | 'unreachable'
  | 'signedOut'
  | 'signingIn'
  | 'challenged'
  | 'returning'
  | 'signedIn'
  | 'signingOut'
  | 'expired'

/** The one place that turns a state value into a word a view may switch on. */
export function selectStage(snapshot: SessionSnapshot): SessionStage {
  return typeof snapshot.value === 'string' ? snapshot.value : 'signedIn'
}

export const selectUser = (snapshot: SessionSnapshot) => snapshot.context.standing?.user ?? null
export const selectBearer = (snapshot: SessionSnapshot) => snapshot.context.standing?.accessToken ?? null
export const selectEmail = (snapshot: SessionSnapshot) => snapshot.context.email
export const selectPassword = (snapshot: SessionSnapshot) => snapshot.context.password
export const selectIsPasswordShown = (snapshot: SessionSnapshot) => snapshot.context.isPasswordShown
export const selectProblem = (snapshot: SessionSnapshot) => snapshot.context.problem
export const selectChallenge = (snapshot: SessionSnapshot) => snapshot.context.challenge
export const selectIsBusy = (snapshot: SessionSnapshot) => snapshot.hasTag('busy')
export const selectIsRefreshing = (snapshot: SessionSnapshot) => snapshot.matches({ signedIn: 'refreshing' })
export const selectIsOffline = (snapshot: SessionSnapshot) => snapshot.matches({ signedIn: 'retrying' })

const selectCan = (event: SessionEvent) => (snapshot: SessionSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wroteEmail', email: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
export const selectCanRetry = selectCan({ type: 'user.retried' })
export const selectCanSignOut = selectCan({ type: 'user.signedOut' })
