import type { PasskeySignInSnapshot } from './passkey-sign-in.machine.ts'

export const selectProblem = (snapshot: PasskeySignInSnapshot) => snapshot.context.problem
export const selectIsSigning = (snapshot: PasskeySignInSnapshot) => snapshot.matches('signing')
export const selectCanChoose = (snapshot: PasskeySignInSnapshot) => snapshot.can({ type: 'user.chose' })
export const selectCanCancel = (snapshot: PasskeySignInSnapshot) => snapshot.can({ type: 'user.cancelled' })
